/// Determines the kind of the fake of a protocol, if the protocol can have one.
enum FakeShape {
  /// Returns the kind of the fake.
  ///
  /// - Throws: A refusal if the protocol cannot have a fake, or not one of the requested kind.
  static func kind(
    for model: ProtocolModel, _ style: FakeStyle, with resolver: TypeResolver
  ) throws(Refusal) -> FakeKind {
    let wanted = style.kind
    try checkAccess(model, style)
    try checkSuperclass(model, with: resolver)
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
    let isCoded = !model.known.isDisjoint(with: Toolchain.coded)
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
    _ model: ProtocolModel, with resolver: TypeResolver
  ) throws(Refusal) {
    guard let superclass = model.superclass else { return }
    let only = "only subclasses of \(superclass.name) conform to \(model.name)"
    if superclass.modifiers.contains("final") {
      throw Refusal(
        "\(only), and that class is final", instead: .change("Remove final from \(superclass.name)")
      )
    }
    if superclass.kind == .actor {
      throw Refusal(
        "only \(superclass.name) conforms to \(model.name), and an actor has no subclasses",
        instead: .change("Inherit from Actor instead of \(superclass.name)"))
    }
    if !superclass.generics.isEmpty {
      throw Refusal(
        "\(only), and that class is generic",
        instead: "final class \(model.fakeName): \(superclass.name)<…>, \(model.name), Faked")
    }
    if let hidden = resolver.hiddenInitializer(of: superclass, isPublic: false) {
      throw Refusal(
        "\(superclass.name) has only a private initializer, '\(hidden.text)'",
        instead: .change(
          "Make the initializer internal, or leave the protocol out: --except \(model.name)"))
    }
  }

  private static func checkAccess(
    _ model: ProtocolModel, _ style: FakeStyle
  ) throws(Refusal) {
    let type = model.type
    if type.isPrivate {
      throw Refusal(
        "\(model.name) is private, so only its own file sees it",
        instead: "the fake in that file, or write internal before the protocol")
    }
    if style.isPublic, type.access < .package {
      throw Refusal(
        "\(model.name) is \(type.access.word), and a public fake needs a public protocol",
        instead: .change("Write public or package before the protocol, or leave out --public"))
    }
    if let mark = type.availability.first(where: \.isUnavailable) {
      throw Refusal(
        "\(model.name) is unavailable" + (mark.message.map { ": \($0)" } ?? ""),
        instead: .change("No type can conform to \(model.name)"))
    }
    if style.isPublic, !type.spiGroups.isEmpty {
      throw Refusal(
        "\(model.name) is SPI, and a public fake would show it to everyone",
        instead: .change("Leave out --public"))
    }
  }

  private static func checkTypes(_ model: ProtocolModel) throws(Refusal) {
    if let (first, second) = model.contradictions.first {
      throw Refusal(
        "\(model.name) has '\(first)' and '\(second)', and a type cannot have two properties with one name",
        instead: .change("Rename one of them, because no type can conform to \(model.name)"))
    }
    let hidden = LibraryNames.spelled.keys + ["InstanceID"]
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
    if let (unknown, heir) = model.unknown.first {
      let heir = heir === model.type ? "it" : heir.name
      throw Refusal(
        "\(model.name) needs \(unknown), from which \(heir) inherits, and its source was not given",
        instead: .write(
          "the fake, with each requirement of \(unknown); "
            + "or give the sources of the module that declares \(unknown)"))
    }
    if let (declaration, place) = model.unreadable.first {
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
          : "'\(declaration)' at \(place) has syntax that faked-generate does not know",
        instead: "the fake, with this requirement")
    }
  }
}
