/// A command line that cannot be followed; its description says what to write instead.
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
      "There is no option \(name). " + (nearest.map { "Did you mean \($0)?" } ?? Self.help)
    case .unexpectedWord(let word):
      "\"\(word)\" belongs to no option. To choose a protocol, write --protocol \(word); "
        + "to choose a target, --target \(word)."
    case .needsValue(let option): "\(option.rawValue) needs a value: \(Self.example(of: option))."
    case .takesNoValue(let option): "\(option.rawValue) takes no value."
    case .repeated(let option):
      "\(option.rawValue) is there twice, and can only be one. "
        + (option == .output ? "Run the command once for each folder." : "Leave one out.")
    case .exclude(let one, let other):
      "\(one.rawValue) and \(other.rawValue) exclude each other: "
        + (other == .dryRun || other == .check
          ? "neither writes anything. " : "\(one.rawValue) writes nothing. ")
        + "Leave one out."
    case .unknownKind(let name): Self.text(ofKind: name)
    case .unknownVoid(let name):
      "Methods without a result cannot be \"\(name)\". Write --void silent, and they do nothing "
        + "until a test stubs them, or --void stubbed, and a test has to."
    case .isMissing(let option):
      "\(option.rawValue) is missing: \(Self.example(of: option)). \(Self.help)"
    }
  }

  private static let help = "--help lists the options."

  private static func text(ofKind name: String) -> String {
    let kinds = FakeKind.allCases.map(\.rawValue)
    return "A fake cannot be of kind \"\(name)\". "
      + (nearestNames(to: name, among: kinds).first.map { "Did you mean \($0)?" }
        ?? "It can be \(list(kinds, "or")).")
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
