/// Whether a protocol can have a fake, and of which kind.
enum FakeShape {
  /// What the fake is declared as, or why there can be none.
  static func kind(for model: ProtocolModel, _ style: FakeStyle) throws(Obstacle) -> FakeKind {
    let wanted = style.kind
    try checkAccess(model, style)
    try checkParents(model)
    try checkTypes(model)
    if model.isObject, let wanted, wanted != .class {
      throw obstacle(
        "\(model.name) is for subclasses of NSObject", "nothing, it is enough to leave out --kind")
    }
    if model.isActor, model.globalActor != nil || model.isIsolatedByDefault {
      throw obstacle(
        "\(model.name) is isolated to \(model.globalActor ?? "@MainActor"), and an actor to itself",
        "nothing: no actor can conform to \(model.name); nonisolated before the protocol that "
          + "isolates it")
    }
    if model.isActor {
      if let wanted, wanted != .actor {
        throw obstacle(
          "\(model.name) inherits from Actor, so only an actor can conform",
          "nothing, it is enough to leave out --kind")
      }
      return .actor
    }
    if model.isClassBound, wanted == .struct {
      throw obstacle(
        "\(model.name) is for classes only", "nothing, it is enough to leave out --kind")
    }
    if let globalActor = model.globalActor, wanted == .actor {
      throw obstacle(
        "\(model.name) is isolated to \(globalActor), and an actor to itself",
        "nothing, it is enough to leave out --kind")
    }
    let isCoded = !model.known.isDisjoint(with: ToolchainProtocols.coded)
    if wanted == .actor, isCoded || model.known.contains("Swift.RawRepresentable") {
      throw obstacle(
        "\(model.name) is for \(isCoded ? "coding" : "raw values"), which an actor's isolation does "
          + "not allow", "nothing, it is enough to leave out --kind")
    }
    let isClass = model.isClassBound || model.isObject || model.globalActor != nil
    return wanted ?? (isClass ? .class : .struct)
  }

  struct Obstacle: Error {
    let refusal: Refusal
  }

  static func obstacle(_ reason: String, _ instead: String) -> Obstacle {
    Obstacle(refusal: Refusal(reason: reason, instead: instead))
  }

  private static func checkAccess(
    _ model: ProtocolModel, _ style: FakeStyle
  ) throws(Obstacle) {
    let access = model.symbol.access
    if model.symbol.isPrivate {
      throw obstacle(
        "\(model.name) is private, so that only its own file sees it",
        "internal before the protocol, or the fake in its file")
    }
    if style.isPublic, !["public", "package", "open"].contains(access) {
      throw obstacle(
        "\(model.name) is \(access), and a public fake can only be of a public protocol",
        "public or package before the protocol; or leave out --public")
    }
    if let mark = model.symbol.availability.first(where: \.isUnconditionallyUnavailable) {
      throw obstacle(
        "\(model.name) is unavailable" + (mark.message.map { ": \($0)" } ?? ""),
        "nothing: no type can conform to \(model.name)")
    }
    if style.isPublic, model.symbol.isSPI {
      throw obstacle(
        "\(model.name) is SPI, which a public fake would show to everybody",
        "nothing, it is enough to leave out --public")
    }
    if model.symbol.isSPI, model.spiGroups.isEmpty {
      throw obstacle(
        "\(model.name) is SPI, and its group does not stand before it in its file",
        "the fake in a file with @_spi(Group) before the import")
    }
  }

  /// Types that no fake can have.
  private static func checkTypes(_ model: ProtocolModel) throws(Obstacle) {
    if let (first, second) = model.contradictions.first {
      throw obstacle(
        "\(model.name) has '\(first)' and '\(second)', and no type has two properties of one name",
        "nothing: no type can conform to \(model.name); rename one of them")
    }
    let hidden = FakedNames.spelled.keys + ["InstanceID"]
    if let name = model.associatedTypes.map(\.name).first(where: hidden.contains) {
      throw obstacle(
        "its associated type \(name) hides what Faked calls \(name)",
        "nothing: no fake can name both; rename the associated type")
    }
    let isSelf = { (type: SwiftType) in type.mentions(["Self"]) }
    let constraint = model.generics.first { $0.constraints.contains(where: isSelf) }
    let condition = model.conditions.first { isSelf($0.left) || isSelf($0.right) }
    if let name = constraint?.name ?? condition.map({ _ in model.generics.first?.name ?? "" }) {
      throw obstacle(
        "\(name) is to know the fake, which is generic over it",
        "a fake that is not generic: typealias \(name) = …, with a type that knows \(model.fakeName)"
      )
    }
  }

  private static func checkParents(_ model: ProtocolModel) throws(Obstacle) {
    if let superclass = model.superclass {
      throw obstacle(
        "\(model.name) is for subclasses of \(superclass), whose initializers and members are its own",
        "final class \(model.fakeName): \(superclass), \(model.name), Faked, with a line for each "
          + "requirement that \(superclass) does not meet")
    }
    if let unknown = model.unknown.first {
      let module = unknown.split(separator: ".").first.map(String.init) ?? unknown
      throw obstacle(
        "\(model.name) inherits from \(unknown), and no symbol graph of \(module) was given",
        "the fake, with a line for each requirement of \(unknown); "
          + "or give the symbol graph of \(module), if that module is yours")
    }
    if let declaration = model.unreadable.first {
      if declaration.contains(/`[^`]*[^\w$`][^`]*`|`\d/) {
        throw obstacle(
          "'\(declaration)' has a raw identifier, which no generated fake has",
          "the fake, with this requirement")
      }
      throw obstacle(
        "'\(declaration)' is written in a way that is not known here",
        "the fake, with this requirement")
    }
  }
}
