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

  /// An example of a value. `nil` for a flag.
  fileprivate var example: String? {
    switch self {
    case .output: "Tests/MailTests/Fakes"
    case .using: "Sources/Core"
    case .target: "Mail"
    case .protocol, .except, .class: "Mailer"
    default: nil
    }
  }
}

/// The options of a command line.
package struct CommandOptions: Equatable, Sendable {
  /// The sources of the modules that get fakes.
  package private(set) var paths: [String] = []
  private var values: [Option: [String]] = [:]

  /// Reads the words after the name of the command.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - isPlugin: A Boolean value that indicates whether the package manager states the sources.
  /// - Throws: A `UsageError` for the first word that is not valid.
  package init(_ words: [String], isPlugin: Bool) throws(UsageError) {
    var words = words[...]
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard word.hasPrefix("-") else {
        if isPlugin {
          throw UsageError(
            "\"\(word)\" is not an option. Use --protocol \(word) to choose a protocol, or "
              + "--target \(word) to choose a target.")
        }
        if !paths.contains(word) { paths.append(word) }
        continue
      }
      guard let option = Option(rawValue: parts[0] == "-h" ? "--help" : parts[0]),
        option != (isPlugin ? .using : .target)
      else { throw UsageError("\(parts[0]) is not an option. \(UsageError.help)") }
      guard let example = option.example else {
        if parts.count > 1 { throw UsageError("\(parts[0]) takes no value.") }
        values[option] = []
        if option == .help || option == .version { return }
        continue
      }
      var value = parts.dropFirst().first ?? ""
      if parts.count == 1, let next = words.first, !next.hasPrefix("--") {
        value = next
        words.removeFirst()
      }
      if value.isEmpty { throw UsageError("\(parts[0]) needs a value: \(parts[0]) \(example).") }
      if option == .output, has(.output) {
        throw UsageError("--output can only be used once. Run the command once for each folder.")
      }
      if !self[option].contains(value) { values[option, default: []].append(value) }
    }
    if isPlugin { return }
    if paths.isEmpty { throw .needsSources("There are no sources.", " " + UsageError.help) }
    if !has(.output) {
      throw UsageError("--output is missing: --output Tests/MailTests/Fakes. \(UsageError.help)")
    }
  }

  /// The values of an option, in the order of the command line, without repetition.
  package subscript(option: Option) -> [String] { values[option] ?? [] }

  /// Returns a Boolean value that indicates whether the command line has an option.
  package func has(_ option: Option) -> Bool { values[option] != nil }

  /// The version of Faked.
  static let version = "0.4.0"

  /// The text that `--help` prints.
  package static let usage = """
    Usage: faked-generate PATH… --output FOLDER [options]
           swift package --allow-writing-to-package-directory generate-fakes [options]
           swift package check-fakes [options]

    Writes a fake for each protocol, each into its own Swift file. Files that you changed are kept.
    faked-generate reads the folder of a module, or Swift files. NAME=PATH states the name of the module
    if the folder has another name. The commands of the package manager read the targets of the package.

      --output FOLDER    the folder for the fakes; default in a package: Fakes in the test target
      --using PATH       faked-generate: the sources of a module that the protocols use; it gets no
                         fakes; repeatable
      --target NAME      packages: a target with protocols to fake; repeatable; default: all except tests
      --protocol NAME    a protocol, as Mailer, Mail.Mailer, or Outer.Inner; repeatable; default: all
      --except NAME      a protocol without a fake, or a module without fakes; repeatable
      --closures         also fakes structs of closures
      --class NAME       also fakes a class, by a subclass that overrides its members; repeatable
      --public           makes fakes public, for a target that several test targets share
      --main-actor       for modules that isolate declarations to the main actor by default; default in a
                         package: as in Package.swift
      --check            shows files that are out of date, writes nothing, and exits with 1; for CI
      --force            overwrites files that you changed or that this command did not write
      --version          prints the version
      -h, --help         prints this text

    Examples:
      faked-generate MyApp --using Packages/Core/Sources/Core --output MyAppTests/Fakes
      faked-generate MyApp --output MyAppTests/Fakes --main-actor --check
      swift package --allow-writing-to-package-directory generate-fakes --target Mail

    Exit status: 0 if every fake is up to date, written by hand, or left out with --except; 1 if one is
    not; 2 if the command could not begin and wrote nothing (1 in a package).

    """
}

/// A mistake on a command line, with advice.
package struct UsageError: Error, CustomStringConvertible {
  package let description: String

  init(_ text: String) { description = text }

  fileprivate static let help = "Use --help to list the options."

  static func needsSources(_ problem: String, _ end: String = "") -> UsageError {
    UsageError(
      "\(problem) Name the folder of a module, such as Sources/Mail, or its Swift files.\(end)")
  }

  /// Returns the error for a name that does not exist, with the most similar ones.
  package static func unknown(_ text: String, _ name: String, among known: [String]) -> UsageError {
    // A comparison costs the product of both lengths.
    let wanted = name.lowercased().prefix(100)
    let near = Set(known).map { candidate in
      (candidate, candidate.lowercased().prefix(100).difference(from: wanted).count)
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let names = near.prefix(5).map(\.0)
    return UsageError(
      text + (names.isEmpty ? " There are none." : " The nearest: \(list(names, "and"))."))
  }
}

/// Returns names as part of a sentence: `a`, `a or b`, `a, b, or c`.
func list(_ names: [String], _ conjunction: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  let comma = names.count > 2 ? "," : ""
  return names.dropLast().joined(separator: ", ") + comma + " \(conjunction) " + last
}
