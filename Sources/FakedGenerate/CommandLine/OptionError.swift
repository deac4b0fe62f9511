/// A mistake on a command line.
package enum OptionError: Error, Equatable, CustomStringConvertible {
  case unknownOption(String, nearest: String?)
  case unexpectedWord(String)
  case needsValue(OptionName)
  case takesNoValue(OptionName)
  case repeated(OptionName)
  case exclude(OptionName, OptionName)
  case unknownKind(String)
  case unknownVoid(String)
  case isMissing(OptionName)

  package var description: String {
    switch self {
    case .unknownOption(let name, let nearest):
      "\(name) is not an option. " + (nearest.map { "Did you mean \($0)?" } ?? Self.help)
    case .unexpectedWord(let word):
      "\"\(word)\" is not an option. Use --protocol \(word) to choose a protocol, or "
        + "--target \(word) to choose a target."
    case .needsValue(let option): "\(option.rawValue) needs a value: \(Self.example(of: option))."
    case .takesNoValue(let option): "\(option.rawValue) takes no value."
    case .repeated(let option):
      "\(option.rawValue) can only be used once. "
        + (option == .output ? "Run the command once for each folder." : "Remove one.")
    case .exclude(let one, let other):
      "\(one.rawValue) cannot be used with \(other.rawValue). Remove one."
    case .unknownKind(let name): Self.text(ofKind: name)
    case .unknownVoid(let name):
      "\"\(name)\" is not a behavior of methods without a result. Use --void silent, so that they do "
        + "nothing until a test stubs them, or --void stubbed, so that a test has to stub them."
    case .isMissing(let option):
      "\(option.rawValue) is missing: \(Self.example(of: option)). \(Self.help)"
    }
  }

  private static let help = "Use --help to list the options."

  private static func text(ofKind name: String) -> String {
    let kinds = FakeKind.allCases.map(\.rawValue)
    return "\"\(name)\" is not a kind of fake. "
      + (nearestNames(to: name, among: kinds).first.map { "Did you mean \($0)?" }
        ?? "Use \(list(kinds, "or")).")
  }

  private static func example(of option: OptionName) -> String {
    switch option {
    case .symbolGraphs: "--symbol-graphs .build/symbol-graphs, a folder of .symbols.json files"
    case .target: "--target Mail"
    case .protocol: "--protocol Mailer"
    case .except: "--except Mailer"
    case .class: "--class Mailer"
    case .void: "--void silent|stubbed"
    case .output: "--output Tests/MailTests/Fakes"
    default: "--kind " + FakeKind.allCases.map(\.rawValue).joined(separator: "|")
    }
  }
}
