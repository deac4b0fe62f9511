import Foundation

/// Prints the result of a recording, without failing a test.
package enum RecordingNote {
  /// The output of the current task, which tests replace.
  @TaskLocal package static var print: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
