/// Whether a protocol can have a fake, and of which kind.
enum FakeShape {
  /// What the fake is declared as, or why there can be none.
  static func kind(for model: ProtocolModel, wanted: FakeKind?) throws(Obstacle) -> FakeKind {
    try checkAccess(model)
    try checkParents(model)
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
    if wanted == .actor, !model.known.isDisjoint(with: KnownProtocols.coded) {
      throw obstacle(
        "\(model.name) is for coding, which an actor's isolation does not allow",
        "nothing, it is enough to leave out --kind")
    }
    return wanted ?? (model.isClassBound || model.globalActor != nil ? .class : .struct)
  }

  struct Obstacle: Error {
    let refusal: Refusal
  }

  static func obstacle(_ reason: String, _ instead: String) -> Obstacle {
    Obstacle(refusal: Refusal(reason: reason, instead: instead))
  }

  private static func checkAccess(_ model: ProtocolModel) throws(Obstacle) {
    if ["private", "fileprivate"].contains(model.symbol.access) {
      throw obstacle(
        "\(model.name) is \(model.symbol.access), so that only its own file sees it",
        "internal before the protocol, or the fake in its file")
    }
    if model.symbol.isSPI {
      throw obstacle(
        "\(model.name) is SPI, and its group is not known here",
        "the fake in a file with @_spi(Group) before the import")
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
      throw obstacle(
        "'\(declaration)' is written in a way that is not known here",
        "the fake, with this requirement")
    }
  }
}
