/// The members of a class, including inherited ones, that a fake overrides, and the names of those that it leaves.
struct OverridableMembers {
  private(set) var found: [Requirement] = []
  /// The names of members that a subclass could override, but a fake can't, because a call cannot record them.
  private(set) var left: [String] = []

  private let resolver: TypeResolver
  private let noncopyable: NoncopyableTypes

  init(
    of symbol: Symbol, in graphs: SymbolGraphs, _ noncopyable: NoncopyableTypes, _ style: FakeStyle
  ) {
    resolver = TypeResolver(graphs: graphs)
    self.noncopyable = noncopyable
    var overridden: Set<String> = []
    for type in graphs.ancestors(of: symbol) {
      for member in graphs.members(of: type) where Self.kinds.contains(member.kind) {
        // A member counts even if it is final, because the members that it overrides are then final, too.
        if let id = graphs.overridden[member.id] { overridden.insert(id) }
        let isOpen = !member.isPrivate && (!style.isPublic || member.access == "open")
        guard isOpen, !overridden.contains(member.id), member.isOverridable else { continue }
        add(member)
      }
    }
  }

  private static let kinds: Set = ["swift.method", "swift.property", "swift.subscript"]

  private mutating func add(_ member: Symbol) {
    do {
      guard let requirement = try requirement(for: member) else { return }
      guard canBeRecorded(requirement) else { return leave(member) }
      found.append(requirement)
    } catch { leave(member) }
  }

  private mutating func leave(_ member: Symbol) {
    let name = member.path.last ?? ""
    if !left.contains(name) { left.append(name) }
  }

  /// Reads a member. `nil` for a constant, which no subclass can override.
  private func requirement(for member: Symbol) throws -> Requirement? {
    var requirement: Requirement
    if member.kind == "swift.property", let property = try storedProperty(member) {
      if property.isConstant { return nil }
      requirement = Requirement(kind: .property, name: property.name)
      requirement.result = property.type
      requirement.hasSetter = true
    } else {
      let declaration = DeclarationParser(member.fragments.withoutDefaultValues)
      requirement = try Requirement(declaration, id: member.id)
      try requirement.completeClosures(in: resolver)
    }
    requirement.symbol = member
    requirement.availability = member.availability
    return resolver.qualified(requirement)
  }

  private func storedProperty(_ member: Symbol) throws -> PropertyDeclaration? {
    let property = try PropertyDeclaration(DeclarationParser(member.fragments))
    return property.isStored || property.isConstant ? property : nil
  }

  private func canBeRecorded(_ requirement: Requirement) -> Bool {
    let types = requirement.parameters.map(\.type) + [requirement.result]
    return requirement.kind != .subscript && requirement.generics.isEmpty
      && requirement.effects.throwing != .rethrowing && types.allSatisfy(canBeRecorded)
      && requirement.parameters.allSatisfy { resolver.nonescaping($0.type) == nil }
  }

  private static let unrecorded: Set = [
    "inout", "some", "repeat", "isolated", "sending", "@autoclosure",
  ]

  private func canBeRecorded(_ type: SwiftType) -> Bool {
    if case .variadic = type.base { return false }
    // An ID is a constant of the class, and a constant can't have the type `Self`, which `Self?` has in backticks.
    if type.mentions(["Self", "`Self`"]) { return false }
    return noncopyable.description(in: type, besides: []) == nil
      && !type.contains { part in
        switch part {
        case .prefixed(let word, _): Self.unrecorded.contains(word)
        // The subclass has no name for a parameter of its generic superclass.
        case .named(let parts): parts.contains(where: \.isGenericParameter)
        default: false
        }
      }
  }
}

extension Symbol {
  /// A Boolean value that indicates whether the declaration of a member lets subclasses override it.
  fileprivate var isOverridable: Bool {
    let words = words
    return !words.contains("final") && (!isInExtension || words.contains("@objc"))
  }
}
