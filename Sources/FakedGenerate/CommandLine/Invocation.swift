/// The command that started faked-generate.
package enum Invocation: Sendable {
  /// By a person or a build system, as `faked-generate`.
  case tool
  /// By `swift package generate-fakes`, which provides the targets and creates the symbol graphs.
  case plugin
  /// By `swift package check-fakes`, which cannot write.
  case checkPlugin

  /// The text before the options on the command line.
  package var text: String {
    switch self {
    case .tool: "faked-generate"
    case .plugin: "swift package --allow-writing-to-package-directory generate-fakes"
    case .checkPlugin: "swift package check-fakes"
    }
  }

  /// The version of Faked.
  package static let version = "0.2.0"
}

/// The way in which the command treats files.
package enum Mode: Sendable {
  case write
  /// Only lists what would be written.
  case dryRun
  /// Only compares, and fails if a file is out of date.
  case check
}

/// The exit status of the command.
package enum RunStatus: Int32, Sendable {
  case fine = 0
  /// A fake is refused or out of date. The others were written.
  case incomplete = 1
  /// The command did not begin, and nothing was written.
  case unusable = 2
}
