/// Determines the kind of the fake of a protocol, if the protocol can have one.
enum FakeShape {
  /// Returns the kind of the fake.
  ///
  /// - Throws: An obstacle if the protocol cannot have a fake, or not one of the requested kind.
  static func kind(
    for model: ProtocolModel, _ style: FakeStyle, in graphs: SymbolGraphs
  ) throws(Obstacle) -> FakeKind {
    let wanted = style.kind
    try checkAccess(model, style)
    try checkSuperclass(model, in: graphs)
    try checkParents(model)
    try checkTypes(model)
    let leaveOut = Remedy.change("Leave out --kind")
    if model.isObject || model.superclass != nil, let wanted, wanted != .class {
      throw obstacle(
        "only subclasses of \(model.superclass?.name ?? "NSObject") conform to \(model.name)",
        leaveOut)
    }
    if model.isActor, model.globalActor != nil || model.isIsolatedByDefault {
      throw obstacle(
        "\(model.name) is isolated to \(model.globalActor ?? "@MainActor") and inherits from Actor, "
          + "which no type can satisfy",
        .change("Write nonisolated before the protocol that isolates it"))
    }
    if model.isActor {
      if let wanted, wanted != .actor {
        throw obstacle("\(model.name) inherits from Actor, so only an actor conforms", leaveOut)
      }
      return .actor
    }
    if model.isClassBound, wanted == .struct {
      throw obstacle("only classes conform to \(model.name)", leaveOut)
    }
    if let globalActor = model.globalActor, wanted == .actor {
      throw obstacle(
        "\(model.name) is isolated to \(globalActor), and an actor isolates itself", leaveOut)
    }
    let isCoded = !model.known.isDisjoint(with: ToolchainProtocols.coded)
    if wanted == .actor, isCoded || model.known.contains("Swift.RawRepresentable") {
      throw obstacle(
        "\(model.name) inherits from \(isCoded ? "Codable" : "RawRepresentable"), to which an actor "
          + "cannot conform", leaveOut)
    }
    let isClass =
      model.isClassBound || model.isObject || model.globalActor != nil || model.superclass != nil
    return wanted ?? (isClass ? .class : .struct)
  }

  struct Obstacle: Error {
    let refusal: Refusal
  }

  private static func obstacle(_ reason: String, _ instead: Remedy) -> Obstacle {
    Obstacle(refusal: Refusal(reason: reason, instead: instead))
  }

  /// A fake inherits the initializers of the superclass. It needs one that is visible.
  private static func checkSuperclass(
    _ model: ProtocolModel, in graphs: SymbolGraphs
  ) throws(Obstacle) {
    guard let superclass = model.superclass else { return }
    let fake = "final class \(model.fakeName): \(superclass.name), \(model.name), Faked"
    guard let symbol = graphs.symbols[superclass.id] else {
      throw obstacle(
        "only subclasses of \(superclass.name) conform to \(model.name), and no symbol graph has "
          + "\(superclass.name)",
        "\(fake), with each requirement that \(superclass.name) does not meet")
    }
    if symbol.words.contains("final") {
      throw obstacle(
        "only subclasses of \(superclass.name) conform to \(model.name), and that class is final",
        .change("Remove final from \(superclass.name)"))
    }
    if symbol.words.contains("actor") {
      throw obstacle(
        "only \(superclass.name) conforms to \(model.name), and an actor has no subclasses",
        .change("Inherit from Actor instead of \(superclass.name)"))
    }
    if symbol.declaration.contains("<") {
      throw obstacle(
        "only subclasses of \(superclass.name) conform to \(model.name), and that class is generic",
        "final class \(model.fakeName): \(superclass.name)<…>, \(model.name), Faked")
    }
    let initializers = graphs.ancestors(of: symbol).lazy
      .map { graphs.members(of: $0).filter { $0.kind == "swift.init" } }.first { !$0.isEmpty }
    if let initializers, initializers.allSatisfy(\.isPrivate), let first = initializers.first {
      throw obstacle(
        "\(superclass.name) has only a private initializer, '\(first.declaration)'",
        .change("Make the initializer internal, or leave the protocol out: --except \(model.name)"))
    }
  }

  private static func checkAccess(
    _ model: ProtocolModel, _ style: FakeStyle
  ) throws(Obstacle) {
    let access = model.symbol.access
    if model.symbol.isPrivate {
      throw obstacle(
        "\(model.name) is private, so only its own file sees it",
        "the fake in that file, or write internal before the protocol")
    }
    if style.isPublic, !["public", "package", "open"].contains(access) {
      throw obstacle(
        "\(model.name) is \(access), and a public fake needs a public protocol",
        .change("Write public or package before the protocol, or leave out --public"))
    }
    if let mark = model.symbol.availability.first(where: \.isUnconditionallyUnavailable) {
      throw obstacle(
        "\(model.name) is unavailable" + (mark.message.map { ": \($0)" } ?? ""),
        .change("No type can conform to \(model.name)"))
    }
    if style.isPublic, model.symbol.isSPI {
      throw obstacle(
        "\(model.name) is SPI, and a public fake would show it to everyone",
        .change("Leave out --public"))
    }
    if model.symbol.isSPI, model.spiGroups.isEmpty {
      throw obstacle(
        "\(model.name) is SPI, and its file has no @_spi(Group) before it",
        "the fake, in a file with @_spi(Group) before the import")
    }
  }

  private static func checkTypes(_ model: ProtocolModel) throws(Obstacle) {
    if let (first, second) = model.contradictions.first {
      throw obstacle(
        "\(model.name) has '\(first)' and '\(second)', and a type cannot have two properties with one name",
        .change("Rename one of them, because no type can conform to \(model.name)"))
    }
    let hidden = FakedNames.spelled.keys + ["InstanceID"]
    if let name = model.associatedTypes.map(\.name).first(where: hidden.contains) {
      throw obstacle(
        "its associated type \(name) hides the type \(name) of Faked",
        .change("Rename the associated type, because a fake needs both"))
    }
    let isSelf = { (type: SwiftType) in type.mentions(["Self"]) }
    let constraint = model.generics.first { $0.constraints.contains(where: isSelf) }
    let condition = model.conditions.first { isSelf($0.left) || isSelf($0.right) }
    if let name = constraint?.name ?? condition.map({ _ in model.generics.first?.name ?? "" }) {
      throw obstacle(
        "its associated type \(name) mentions Self, and a generic fake cannot name itself there",
        "a fake that is not generic, with typealias \(name) = …")
    }
  }

  private static func checkParents(_ model: ProtocolModel) throws(Obstacle) {
    if let unknown = model.unknown.first {
      let module = unknown.split(separator: ".").first.map(String.init) ?? unknown
      throw obstacle(
        "\(model.name) inherits from \(unknown), and no symbol graph of \(module) was given",
        .write(
          "the fake, with each requirement of \(unknown); "
            + "or give the symbol graph of \(module) if that is your module"))
    }
    if let declaration = model.unreadable.first {
      if declaration.contains(/`[^`]*[^\w$`][^`]*`|`\d/) {
        throw obstacle(
          "'\(declaration)' has a raw identifier, which an ID cannot have",
          "the fake, with this requirement")
      }
      throw obstacle(
        declaration.hasPrefix("where ")
          ? "faked-generate cannot meet the condition '\(declaration)'"
          : "'\(declaration)' has syntax that faked-generate does not know",
        "the fake, with this requirement")
    }
  }
}
