/// The options there are, in the order in which help lists them.
package enum OptionName: String, CaseIterable, Sendable {
  case symbolGraphs = "--symbol-graphs"
  case target = "--target"
  case `protocol` = "--protocol"
  case except = "--except"
  case closures = "--closures"
  case `class` = "--class"
  case output = "--output"
  case kind = "--kind"
  case void = "--void"
  case `public` = "--public"
  case dryRun = "--dry-run"
  case check = "--check"
  case force = "--force"
  case prune = "--prune"
  case help = "--help"

  package static func options(of command: Command) -> [OptionName] {
    allCases.filter { command == .tool || $0 != .symbolGraphs }
  }

  /// What help calls the value of the option; `nil` for one that takes none.
  package var value: String? {
    switch self {
    case .symbolGraphs: "PATH"
    case .target, .protocol, .except, .class: "NAME"
    case .output: "FOLDER"
    case .kind: "KIND"
    case .void: "HOW"
    case .dryRun, .check, .force, .prune, .closures, .public, .help: nil
    }
  }
}
