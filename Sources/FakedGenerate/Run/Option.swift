/// The options there are, in the order in which help lists them.
package enum Option: String, CaseIterable, Sendable {
  case symbolGraphs = "--symbol-graphs"
  case target = "--target"
  case `protocol` = "--protocol"
  case output = "--output"
  case kind = "--kind"
  case dryRun = "--dry-run"
  case check = "--check"
  case force = "--force"
  case help = "--help"

  package static func options(of command: Command) -> [Option] {
    allCases.filter { command == .tool || $0 != .symbolGraphs }
  }

  /// What help calls the value of the option; `nil` for one that takes none.
  package var value: String? {
    switch self {
    case .symbolGraphs: "PATH"
    case .target, .protocol: "NAME"
    case .output: "FOLDER"
    case .kind: "KIND"
    case .dryRun, .check, .force, .help: nil
    }
  }
}
