/// The options, in the order in which help lists them.
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
  case version = "--version"
  case help = "--help"

  package static func options(of invocation: Invocation) -> [OptionName] {
    switch invocation {
    case .tool: allCases
    case .plugin: allCases.filter { $0 != .symbolGraphs }
    case .checkPlugin:
      allCases.filter { ![.symbolGraphs, .dryRun, .check, .force, .prune].contains($0) }
    }
  }

  /// The name of its value in help. `nil` if the option takes none.
  package var value: String? {
    switch self {
    case .symbolGraphs: "PATH"
    case .target, .protocol, .except, .class: "NAME"
    case .output: "FOLDER"
    case .kind: "KIND"
    case .void: "BEHAVIOR"
    case .dryRun, .check, .force, .prune, .closures, .public, .version, .help: nil
    }
  }
}
