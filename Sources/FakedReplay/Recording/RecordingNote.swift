import Foundation

/// Prints what a recording did. It fails no test.
package enum RecordingNote {
  /// The output of the current task, which tests replace.
  @TaskLocal package static var print: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
