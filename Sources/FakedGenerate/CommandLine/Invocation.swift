/// How the generator was started; both take the same options, as far as they make sense.
package enum Command: Sendable {
  /// `faked-generate`, by a person or a build system.
  case tool
  /// `swift package generate-fakes`, which knows the targets and makes the symbol graphs.
  case plugin

  /// What a person types before the options.
  package var invocation: String {
    switch self {
    case .tool: "faked-generate"
    case .plugin: "swift package --allow-writing-to-package-directory generate-fakes"
    }
  }
}

/// What happens to the files.
package enum Mode: Sendable {
  case write
  /// Says what would be written.
  case dryRun
  /// Compares, and fails when a file is out of date.
  case check
}

/// How the command ends.
package enum RunStatus: Int32, Sendable {
  case fine = 0
  /// Something that was asked for could not be done, or is out of date; the rest was done.
  case incomplete = 1
  /// The command could not begin, and nothing was written.
  case unusable = 2
}
