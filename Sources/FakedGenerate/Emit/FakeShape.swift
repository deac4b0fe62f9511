/// Determines the kind of the fake of a protocol, if the protocol can have one.
enum FakeShape {
  /// Returns the kind of the fake.
  ///
  /// - Throws: A refusal if the protocol cannot have a fake, or not one of the requested kind.
  static func kind(
    for model: ProtocolModel, _ style: FakeStyle, in graphs: SymbolGraphs
  ) throws(Refusal) -> FakeKind {
    let wanted = style.kind
    try checkAccess(model, style)
    try checkSuperclass(model, in: graphs)
    try checkParents(model)
    try checkTypes(model)
    let leaveOut = Remedy.change("Leave out --kind")
    if model.isObject || model.superclass != nil, let wanted, wanted != .class {
      throw Refusal(
        "only subclasses of \(model.superclass?.name ?? "NSObject") conform to \(model.name)",
        instead: leaveOut)
    }
    if model.isActor, model.globalActor != nil || model.isIsolatedByDefault {
      throw Refusal(
        "\(model.name) is isolated to \(model.globalActor ?? "@MainActor") and inherits from Actor, "
          + "which no type can satisfy",
        instead: .change("Write nonisolated before the protocol that isolates it"))
    }
    if model.isActor {
      if let wanted, wanted != .actor {
        throw Refusal(
          "\(model.name) inherits from Actor, so only an actor conforms",
          instead: leaveOut)
      }
      return .actor
    }
    if model.isClassBound, wanted == .struct {
      throw Refusal("only classes conform to \(model.name)", instead: leaveOut)
    }
    if let globalActor = model.globalActor, wanted == .actor {
      throw Refusal(
        "\(model.name) is isolated to \(globalActor), and an actor isolates itself",
        instead: leaveOut)
    }
    let isCoded = !model.known.isDisjoint(with: ToolchainProtocols.coded)
    if wanted == .actor, isCoded || model.known.contains("Swift.RawRepresentable") {
      throw Refusal(
        "\(model.name) inherits from \(isCoded ? "Codable" : "RawRepresentable"), to which an actor "
          + "cannot conform", instead: leaveOut)
    }
    let isClass =
      model.isClassBound || model.isObject || model.globalActor != nil || model.superclass != nil
    return wanted ?? (isClass ? .class : .struct)
  }

  /// A fake inherits the initializers of the superclass. It needs one that is visible.
  private static func checkSuperclass(
    _ model: ProtocolModel, in graphs: SymbolGraphs
  ) throws(Refusal) {
    guard let superclass = model.superclass else { return }
    let fake = "final class \(model.fakeName): \(superclass.name), \(model.name), Faked"
    guard let symbol = graphs.symbols[superclass.id] else {
      throw Refusal(
        "only subclasses of \(superclass.name) conform to \(model.name), and no symbol graph has "
          + "\(superclass.name)",
        instead: "\(fake), with each requirement that \(superclass.name) does not meet")
    }
    if symbol.words.contains("final") {
      throw Refusal(
        "only subclasses of \(superclass.name) conform to \(model.name), and that class is final",
        instead: .change("Remove final from \(superclass.name)"))
    }
    if symbol.words.contains("actor") {
      throw Refusal(
        "only \(superclass.name) conforms to \(model.name), and an actor has no subclasses",
        instead: .change("Inherit from Actor instead of \(superclass.name)"))
    }
    if symbol.declaration.contains("<") {
      throw Refusal(
        "only subclasses of \(superclass.name) conform to \(model.name), and that class is generic",
        instead: "final class \(model.fakeName): \(superclass.name)<…>, \(model.name), Faked")
    }
    if let hidden = graphs.hiddenInitializer(of: symbol, isPublic: false) {
      throw Refusal(
        "\(superclass.name) has only a private initializer, '\(hidden.declaration)'",
        instead: .change(
          "Make the initializer internal, or leave the protocol out: --except \(model.name)"))
    }
  }

  private static func checkAccess(
    _ model: ProtocolModel, _ style: FakeStyle
  ) throws(Refusal) {
    let access = model.symbol.access
    if model.symbol.isPrivate {
      throw Refusal(
        "\(model.name) is private, so only its own file sees it",
        instead: "the fake in that file, or write internal before the protocol")
    }
    if style.isPublic, !["public", "package", "open"].contains(access) {
      throw Refusal(
        "\(model.name) is \(access), and a public fake needs a public protocol",
        instead: .change("Write public or package before the protocol, or leave out --public"))
    }
    if let mark = model.symbol.availability.first(where: \.isUnconditionallyUnavailable) {
      throw Refusal(
        "\(model.name) is unavailable" + (mark.message.map { ": \($0)" } ?? ""),
        instead: .change("No type can conform to \(model.name)"))
    }
    if style.isPublic, model.symbol.isSPI {
      throw Refusal(
        "\(model.name) is SPI, and a public fake would show it to everyone",
        instead: .change("Leave out --public"))
    }
    if model.symbol.isSPI, model.spiGroups.isEmpty {
      throw Refusal(
        "\(model.name) is SPI, and its file has no @_spi(Group) before it",
        instead: "the fake, in a file with @_spi(Group) before the import")
    }
  }

  private static func checkTypes(_ model: ProtocolModel) throws(Refusal) {
    if let (first, second) = model.contradictions.first {
      throw Refusal(
        "\(model.name) has '\(first)' and '\(second)', and a type cannot have two properties with one name",
        instead: .change("Rename one of them, because no type can conform to \(model.name)"))
    }
    let hidden = FakedNames.spelled.keys + ["InstanceID"]
    if let name = model.associatedTypes.map(\.name).first(where: hidden.contains) {
      throw Refusal(
        "its associated type \(name) hides the type \(name) of Faked",
        instead: .change("Rename the associated type, because a fake needs both"))
    }
    let isSelf = { (type: SwiftType) in type.mentions(["Self"]) }
    let constraint = model.generics.first { $0.constraints.contains(where: isSelf) }
    let condition = model.conditions.first { isSelf($0.left) || isSelf($0.right) }
    if let name = constraint?.name ?? condition.map({ _ in model.generics.first?.name ?? "" }) {
      throw Refusal(
        "its associated type \(name) mentions Self, and a generic fake cannot name itself there",
        instead: "a fake that is not generic, with typealias \(name) = …")
    }
  }

  private static func checkParents(_ model: ProtocolModel) throws(Refusal) {
    if let unknown = model.unknown.first {
      let module = unknown.split(separator: ".").first.map(String.init) ?? unknown
      throw Refusal(
        "\(model.name) inherits from \(unknown), and no symbol graph of \(module) was given",
        instead: .write(
          "the fake, with each requirement of \(unknown); "
            + "or give the symbol graph of \(module) if that is your module"))
    }
    if let declaration = model.unreadable.first {
      if declaration.contains("`_`") {
        throw Refusal(
          "'\(declaration)' has the name _, which an ID cannot have",
          instead: .change("Rename the requirement"))
      }
      if declaration.contains(/`[^`]*[^\w$`][^`]*`|`\d/) {
        throw Refusal(
          "'\(declaration)' has a raw identifier, which an ID cannot have",
          instead: "the fake, with this requirement")
      }
      throw Refusal(
        declaration.hasPrefix("where ")
          ? "faked-generate cannot meet the condition '\(declaration)'"
          : "'\(declaration)' has syntax that faked-generate does not know",
        instead: "the fake, with this requirement")
    }
  }
}
