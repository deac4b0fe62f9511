/// The command that started faked-generate.
package enum Invocation: Sendable {
  /// By a person or a build system, as `faked-generate`.
  case tool
  /// By `swift package generate-fakes` or `check-fakes`, which provide the targets and their sources.
  case plugin

  /// The version of Faked.
  package static let version = "0.4.0"

  /// The options that can be used.
  package var options: [Option] {
    Option.allCases.filter { $0 != (self == .tool ? .target : .using) }
  }
}

/// The options, in the order in which help lists them.
package enum Option: String, CaseIterable, Sendable {
  case output = "--output"
  case using = "--using"
  case target = "--target"
  case `protocol` = "--protocol"
  case except = "--except"
  case closures = "--closures"
  case `class` = "--class"
  case `public` = "--public"
  case mainActor = "--main-actor"
  case check = "--check"
  case force = "--force"
  case version = "--version"
  case help = "--help"

  /// The value and the text in help. An option without a value is a flag.
  private func help(in invocation: Invocation) -> (value: String?, text: String) {
    let isTool = invocation == .tool
    return switch self {
    case .output where isTool: ("FOLDER", "the folder for the fakes")
    case .output:
      ("FOLDER", "a folder of the package for the fakes; default: Fakes in the test target")
    case .using:
      ("PATH", "the sources of a module that the protocols use; it gets no fakes; repeatable")
    case .target:
      ("NAME", "a target with protocols to fake; repeatable; default: all except tests")
    case .protocol:
      ("NAME", "a protocol, as Mailer, Mail.Mailer, or Outer.Inner; repeatable; default: all")
    case .except: ("NAME", "a protocol without a fake, or a module without fakes; repeatable")
    case .closures: (nil, "also fakes structs of closures")
    case .class:
      ("NAME", "also fakes a class, by a subclass that overrides its members; repeatable")
    case .public: (nil, "makes fakes public, for a target that several test targets share")
    case .mainActor where isTool:
      (nil, "for modules that isolate declarations to the main actor by default")
    case .mainActor:
      (nil, "for targets with main-actor isolation by default; default: as in Package.swift")
    case .check: (nil, "shows files that are out of date, writes nothing, and exits with 1; for CI")
    case .force: (nil, "overwrites files that you changed or that this command did not write")
    case .version: (nil, "prints the version")
    case .help: (nil, "prints this text")
    }
  }

  var hasValue: Bool { help(in: .tool).value != nil }

  fileprivate var example: String {
    switch self {
    case .using: "--using Sources/Core"
    case .output: "--output Tests/MailTests/Fakes"
    case .target: "--target Mail"
    default: "\(rawValue) Mailer"
    }
  }

  fileprivate func line(in invocation: Invocation) -> String {
    let (value, text) = help(in: invocation)
    let name = self == .help ? "-h, --help" : rawValue + (value.map { " \($0)" } ?? "")
    return "  \(name)" + String(repeating: " ", count: max(1, 19 - name.count)) + text
  }
}

/// The options of a command line.
package struct CommandOptions: Equatable, Sendable {
  /// The sources of the modules that get fakes.
  package private(set) var paths: [String] = []
  private var values: [Option: [String]] = [:]

  /// Reads the words after the name of the command.
  ///
  /// - Throws: An `OptionError` for the first word that is not valid.
  package init(_ words: [String], of invocation: Invocation) throws(OptionError) {
    var words = words[...]
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.map(String.init), name.hasPrefix("-") else {
        if invocation != .tool { throw .unexpectedWord(word) }
        if !paths.contains(word) { paths.append(word) }
        continue
      }
      guard let option = Option(rawValue: name == "-h" ? "--help" : name),
        invocation.options.contains(option)
      else {
        let known = invocation.options.map(\.rawValue)
        throw .unknownOption(name, nearest: nearestNames(to: name, among: known).first)
      }
      var value = ""
      if parts.count > 1 {
        if !option.hasValue { throw .takesNoValue(option) }
        value = String(parts[1])
      } else if option.hasValue, let next = words.first, !next.hasPrefix("--") {
        value = next
        words.removeFirst()
      }
      if option.hasValue, value.isEmpty { throw .needsValue(option) }
      if option == .output, has(.output) { throw .repeated(.output) }
      if !self[option].contains(value) {
        values[option, default: []] += option.hasValue ? [value] : []
      }
      if option == .help || option == .version { return }
    }
    if has(.check), has(.force) { throw .exclude(.check, .force) }
    guard invocation == .tool else { return }
    if paths.isEmpty { throw .needsPath }
    if !has(.output) { throw .isMissing(.output) }
  }

  /// The values of an option, in the order of the command line, without repetition.
  package subscript(option: Option) -> [String] { values[option] ?? [] }

  /// Returns a Boolean value that indicates whether the command line has an option.
  package func has(_ option: Option) -> Bool { values[option] != nil }
}

/// A mistake on a command line.
package enum OptionError: Error, Equatable, CustomStringConvertible {
  case unknownOption(String, nearest: String?)
  case unexpectedWord(String)
  case needsPath
  case needsValue(Option)
  case takesNoValue(Option)
  case repeated(Option)
  case exclude(Option, Option)
  case isMissing(Option)

  package var description: String {
    switch self {
    case .unknownOption(let name, let nearest):
      return "\(name) is not an option. " + (nearest.map { "Did you mean \($0)?" } ?? Self.help)
    case .unexpectedWord(let word):
      return "\"\(word)\" is not an option. Use --protocol \(word) to choose a protocol, or "
        + "--target \(word) to choose a target."
    case .needsPath:
      return "There are no sources. Name the folder of a module, such as Sources/Mail, or its "
        + "Swift files. \(Self.help)"
    case .needsValue(let option): return "\(option.rawValue) needs a value: \(option.example)."
    case .takesNoValue(let option): return "\(option.rawValue) takes no value."
    case .repeated(let option):
      return "\(option.rawValue) can only be used once. Run the command once for each folder."
    case .exclude(let one, let other):
      return "\(one.rawValue) cannot be used with \(other.rawValue). Remove one."
    case .isMissing(let option):
      return "\(option.rawValue) is missing: \(option.example). \(Self.help)"
    }
  }

  private static let help = "Use --help to list the options."
}

extension Invocation {
  /// The text that `--help` prints.
  package var usage: String {
    return """
      Usage: \(command)

      \(purpose)

      \(options.map { $0.line(in: self) }.joined(separator: "\n"))

      \(examples)

      Exit status: 0 if every fake is up to date, written by hand, or left out with --except;
      1 if one is not\(self == .tool ? "; 2 if" : ", or if") the command could not begin and wrote nothing.
      """
  }

  private var command: String {
    self == .tool
      ? "faked-generate PATH… --output FOLDER [options]"
      : """
      swift package --allow-writing-to-package-directory generate-fakes [options]
             swift package check-fakes [options]
      """
  }

  private var purpose: String {
    self == .tool
      ? """
      Writes a fake for each protocol in Swift source files, each into its own file. Files that you
      changed are kept. A PATH is the folder of a module, or a Swift file. NAME=PATH states the name of
      the module if the folder has another name.
      """
      : """
      Writes a fake for each protocol of a target, each into its own Swift file. Files that you changed
      are kept. check-fakes shows what is out of date, and writes nothing.
      """
  }

  private var examples: String {
    self == .tool
      ? """
      Examples:
        faked-generate Sources/Mail --output Tests/MailTests/Fakes
        faked-generate MyApp --using Packages/Core/Sources/Core --output MyAppTests/Fakes
        faked-generate MyApp --output MyAppTests/Fakes --main-actor --check
      """
      : """
      Examples:
        swift package --allow-writing-to-package-directory generate-fakes --target Mail
        swift package check-fakes --target Mail
      """
  }
}

/// Returns at most three names that are similar to a mistyped one, the nearest first.
///
/// Each comparison costs the product of both lengths, so it ignores very long names.
package func nearestNames(to name: String, among names: [String]) -> [String] {
  let longest = 200
  guard name.utf8.count <= longest else { return [] }
  let wanted = Array(name.lowercased())
  return names.compactMap { candidate -> (name: String, distance: Int)? in
    guard candidate.utf8.count <= longest else { return nil }
    let letters = Array(candidate.lowercased())
    let limit = max(2, (wanted.count + letters.count) / 3)
    guard abs(wanted.count - letters.count) <= limit else { return nil }
    // A replaced letter counts twice: one is removed, and one is inserted.
    let distance = wanted.difference(from: letters).count
    let isNear = distance <= limit && distance < wanted.count + letters.count
    return isNear ? (candidate, distance) : nil
  }
  .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  .prefix(3).map(\.name)
}

/// Returns names as part of a sentence: `a`, `a or b`, `a, b, or c`.
func list(_ names: [String], _ conjunction: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  let comma = names.count > 2 ? "," : ""
  return names.dropLast().joined(separator: ", ") + comma + " \(conjunction) " + last
}
