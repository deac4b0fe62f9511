/// The options of a command line.
package struct CommandOptions: Equatable, Sendable {
  package var symbolGraphs: [String] = []
  package var targets: [String] = []
  package var protocols: [String] = []
  /// The protocols that get no fake, and the modules whose protocols get none.
  package var exceptions: [String] = []
  /// A Boolean value that indicates whether structs of closures get fakes.
  package var closures = false
  package var classes: [String] = []
  package var output: String?
  package var style = FakeStyle()
  package var mode = Mode.write
  package var overwrites = false
  /// A Boolean value that indicates whether to delete files whose protocol no longer exists.
  package var prunes = false
  package enum Information: Sendable { case help, version }

  /// The text to print instead of writing fakes.
  package var information: Information?

  private var words: [String]
  private var saysVoid = false

  /// Reads the words after the name of the command.
  ///
  /// - Throws: An `OptionError` for the first word that is not valid.
  package init(_ words: [String], of invocation: Invocation) throws(OptionError) {
    self.words = words.reversed()
    if invocation == .checkPlugin { mode = .check }
    while let word = self.words.popLast() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.map(String.init), name.hasPrefix("-") else {
        throw .unexpectedWord(word)
      }
      guard let option = OptionName(rawValue: name == "-h" ? "--help" : name),
        OptionName.options(of: invocation).contains(option)
      else { throw .unknownOption(name, nearest: Self.nearestOption(to: name, of: invocation)) }
      try take(option, parts.count > 1 ? String(parts[1]) : nil)
      if information != nil { return }
    }
    guard invocation == .tool else { return }
    if symbolGraphs.isEmpty { throw .isMissing(.symbolGraphs) }
    if output == nil { throw .isMissing(.output) }
  }

  private mutating func take(_ option: OptionName, _ joined: String?) throws(OptionError) {
    if option.value == nil, joined != nil { throw .takesNoValue(option) }
    switch option {
    case .symbolGraphs: symbolGraphs.append(try value(of: option, joined))
    case .target: Self.add(try value(of: option, joined), to: &targets)
    case .protocol: Self.add(try value(of: option, joined), to: &protocols)
    case .output:
      if output != nil { throw .repeated(option) }
      output = try value(of: option, joined)
    case .except: Self.add(try value(of: option, joined), to: &exceptions)
    case .class: Self.add(try value(of: option, joined), to: &classes)
    case .closures: closures = true
    case .public: style.isPublic = true
    case .kind:
      if style.kind != nil { throw .repeated(option) }
      let name = try value(of: option, joined)
      guard let known = FakeKind(rawValue: name) else { throw .unknownKind(name) }
      style.kind = known
    case .void:
      if saysVoid { throw .repeated(option) }
      saysVoid = true
      let name = try value(of: option, joined)
      guard let known = FakeStyle.VoidMethods(rawValue: name) else { throw .unknownVoid(name) }
      style.voidMethods = known
    case .dryRun, .check:
      let wanted = option == .check ? Mode.check : .dryRun
      if mode != .write, mode != wanted { throw .exclude(.dryRun, .check) }
      mode = wanted
    case .force: overwrites = true
    case .prune: prunes = true
    case .help: information = .help
    case .version: information = .version
    }
    if overwrites, mode == .check { throw .exclude(.check, .force) }
    if prunes, mode == .check { throw .exclude(.check, .prune) }
  }

  private mutating func value(
    of option: OptionName, _ joined: String?
  ) throws(OptionError) -> String {
    if let joined {
      if joined.isEmpty { throw .needsValue(option) }
      return joined
    }
    guard let next = words.last, !next.isEmpty, !next.hasPrefix("--") else {
      throw .needsValue(option)
    }
    words.removeLast()
    return next
  }

  private static func add(_ value: String, to values: inout [String]) {
    if !values.contains(value) { values.append(value) }
  }

  private static func nearestOption(to name: String, of invocation: Invocation) -> String? {
    nearestNames(to: name, among: OptionName.options(of: invocation).map(\.rawValue)).first
  }
}
