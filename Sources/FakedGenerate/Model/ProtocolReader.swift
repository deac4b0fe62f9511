/// Reads a protocol and everything that it inherits into one model.
final class ProtocolReader {
  let resolver: TypeResolver
  /// The modules that isolate declarations to the main actor by default.
  private let isolated: Set<String>
  var conditions: [Condition] = []
  /// The primary associated types.
  var primary: [String] = []
  var model: ProtocolModel

  private var index: SourceIndex { resolver.index }

  /// Returns the model of a protocol.
  static func model(
    of type: Declaration, with resolver: TypeResolver, isolated: Set<String>
  ) -> ProtocolModel {
    let reader = ProtocolReader(ProtocolModel(type: type), resolver, isolated)
    reader.read(type)
    reader.addToolchainProtocols()
    reader.fixAssociatedTypes()
    return reader.model
  }

  private init(_ model: ProtocolModel, _ resolver: TypeResolver, _ isolated: Set<String>) {
    (self.model, self.resolver, self.isolated) = (model, resolver, isolated)
  }

  /// Reads a protocol and those that it inherits from, once each.
  private func read(_ type: Declaration) {
    if (model.declaredIn + model.toolchain).contains(where: { $0 === type }) { return }
    if type.qualifiedName == "Foundation.NSObject" { return model.isObject = true }
    if type.kind != .protocol { return model.superclass = type }
    if type.isOfToolchain { model.toolchain.append(type) } else { readOwn(type) }
    let parents = resolver.parents(of: type).map { (name(of: $0), $0) }
    for (name, parent) in parents.sorted(by: { $0.0 < $1.0 }) {
      switch parent {
      case .declared(let parent, let arguments):
        read(parent)
        // Each argument in `Repository<User>` is a condition.
        for (generic, argument) in zip(parent.generics, arguments) {
          fix(generic.name, as: argument, in: type)
        }
      case .unknown:
        if !model.unknown.contains(where: { $0.name == name }) {
          model.unknown.append((name, type))
        }
      }
    }
    // An alias in a protocol with the name of an inherited associated type fixes the type.
    for alias in type.nested where alias.isAlias && alias.generics.isEmpty {
      let name = alias.path.last ?? ""
      guard let aliased = alias.aliased, model.associatedTypes.contains(where: { $0.name == name })
      else { continue }
      fix(name, as: aliased, in: type)
    }
  }

  private func fix(_ name: String, as type: SwiftType, in declaration: Declaration) {
    conditions.append(
      Condition(
        left: .named([.init(name: name, meaning: .associated)]), isSame: true,
        right: resolver.resolved(type, in: declaration)))
  }

  private func readOwn(_ type: Declaration) {
    model.declaredIn.append(type)
    if type.isUnreadable { refuse(type.text, at: type.place()) }
    var actor: String?
    for attribute in type.attributes where attribute.isGlobalActor && actor == nil {
      if index.isGlobalActor(attribute, for: type.file, in: type.module) {
        actor = attribute
      } else {
        model.unknownAttributes.append(attribute)
      }
    }
    if model.globalActor == nil { model.globalActor = actor }
    if actor == nil, isolated.contains(type.module), !type.modifiers.contains("nonisolated"),
      !resolver.conforms(type, to: "Swift.Actor")
    {
      model.isIsolatedByDefault = true
      actor = "@MainActor"
    }
    if type.attributes.contains("@objc") { model.isClassBound = true }
    primary.add(type.generics.map(\.name))
    add(type.conditions.filter { $0.isSame || $0.left != .name("Self") }, in: type)
    readMembers(of: type, actor: actor)
  }

  private func refuse(_ declaration: String, at place: String) {
    // The text can be long, and a regular expression would be slow.
    let parts = declaration.split(separator: "`", omittingEmptySubsequences: false)
    let quoted = parts.indices.dropLast().filter { !$0.isMultiple(of: 2) }
    model.unreadable.append(
      quoted.allSatisfy { String(parts[$0]).isPlainName }
        ? "'\(declaration)' at \(place) has syntax that faked-generate does not know"
        : "'\(declaration)' has a name that an ID cannot have")
  }

  private func name(of parent: TypeResolver.Parent) -> String {
    switch parent {
    case .declared(let type, _): type.isOfToolchain ? type.qualifiedName : type.path.joined()
    case .unknown(let type): type.text
    }
  }

  private func add(_ conditions: [Condition], in type: Declaration) {
    self.conditions += conditions.map { $0.changing { resolver.resolved($0, in: type) } }
  }

  private func readMembers(of type: Declaration, actor: String?) {
    for member in type.members {
      do {
        if member.kind == .associatedtype {
          if !member.head.compilation.isEmpty {
            model.unreadable.append(
              "'\(member.declaration)' is under #if, and a fake is generic on all systems or on none"
            )
          }
          try readAssociatedType(TokenReader(member.tokens), of: type)
        } else {
          try read(member, of: type, actor: actor)
        }
      } catch {
        refuse(member.declaration, at: type.place(member.head.line))
      }
    }
  }

  private func read(_ member: Member, of owner: Declaration, actor: String?) throws {
    var requirement = try Requirement(member)
    if requirement.isStored { throw TokenReader.Unreadable() }
    requirement.owner = owner.isOfToolchain ? nil : owner
    let attributes = requirement.attributes
    let index = index
    let isBuilder = { index.isResultBuilder($0, for: owner.file, in: owner.module) }
    requirement.isBuilt = attributes.contains(where: isBuilder)
    requirement.attributes = attributes.filter { attribute in
      !attribute.isGlobalActor || index.isGlobalActor(attribute, for: owner.file, in: owner.module)
    }
    requirement.unknownAttribute = attributes.first {
      !requirement.attributes.contains($0) && !isBuilder($0)
    }
    let statesIsolation =
      requirement.isNonisolated || requirement.attributes.contains(where: \.statesIsolation)
      || requirement.parameters.contains { $0.type.isPrefixed(with: "isolated") }
    if !statesIsolation, let actor { requirement.attributes.insert(actor, at: 0) }
    requirement.isOfActor = resolver.conforms(owner, to: "Swift.Actor")
    let generics = Set(requirement.generics.map(\.name))
    model.requirements.append(
      requirement.changing { resolver.resolved($0, in: owner, generics: generics) })
  }

  private func readAssociatedType(_ tokens: TokenReader, of owner: Declaration) throws {
    var reader = tokens
    try reader.expect("associatedtype")
    let name = try reader.name()
    var constraints: [SwiftType] = []
    if reader.take(":") {
      repeat {
        constraints += resolver.resolved(try reader.type(), in: owner).members
      } while reader.take(",")
    }
    if reader.take("=") { _ = try reader.type() }
    if reader.take("where") { add(try reader.conditions(), in: owner) }
    if !reader.isAtEnd { throw TokenReader.Unreadable() }
    let known = model.associatedTypes.firstIndex { $0.name == name }
    if known == nil { model.associatedTypes.append(.init(name: name)) }
    model.associatedTypes[known ?? model.associatedTypes.count - 1].constraints.add(constraints)
  }

  /// Adds the requirements of the toolchain that no extension of another known protocol meets.
  private func addToolchainProtocols() {
    let known = model.known
    if known.contains("Swift.Actor") { model.isActor = true }
    if known.contains("Swift.AnyObject") { model.isClassBound = true }
    if known.contains("Foundation.NSObjectProtocol") { model.isObject = true }
    for type in model.toolchain.sorted(by: { $0.qualifiedName < $1.qualifiedName }) {
      add(type.conditions, in: type)
      readMembers(of: type, actor: nil)
    }
  }
}

/// A protocol with all data that its fake needs, including inherited requirements.
struct ProtocolModel {
  struct AssociatedType {
    let name: String
    var constraints: [SwiftType] = []
    /// The type that the protocol determines.
    var fixed: SwiftType?
  }

  /// The protocol, or the class or struct that gets a fake.
  let type: Declaration
  /// The name in another file, with the names of types around it.
  var name: String { type.name }
  var isClassBound = false
  var isActor = false
  /// The class, if only its subclasses conform.
  var superclass: Declaration?
  /// A Boolean value that indicates whether the fake has to be an `NSObject`.
  var isObject = false
  /// `@MainActor`, or another global actor.
  var globalActor: String?
  /// A Boolean value that indicates whether the module isolates declarations by default. Then only members state the
  /// isolation.
  var isIsolatedByDefault = false
  /// The inherited protocols of the toolchain.
  var toolchain: [Declaration] = []
  /// The names of these protocols: `Swift.Hashable`.
  var known: Set<String> { Set(toolchain.map(\.qualifiedName)) }
  /// The inherited types whose declarations were not given, each with the protocol that inherits from it.
  var unknown: [(name: String, heir: Declaration)] = []
  var associatedTypes: [AssociatedType] = []
  /// The `where` clause of the fake.
  var conditions: [Condition] = []
  var requirements: [Requirement] = []
  /// The reasons why declarations cannot be in the fake.
  var unreadable: [String] = []
  /// A Boolean value that indicates whether the fake is a subclass of the class `type`.
  var isSubclass = false
  /// A Boolean value that indicates whether the fake overrides members that are visible only with `@testable`.
  var isTestable = false
  /// The protocol and the protocols that it inherits from.
  var declaredIn: [Declaration] = []
  /// The attributes of the protocols that are neither known nor global actors.
  var unknownAttributes: [String] = []

  /// The kind that the protocol requires, or a struct.
  var kind: Declaration.Kind {
    if isActor { return .actor }
    let isClass = isClassBound || isObject || globalActor != nil || superclass != nil
    return isClass ? .class : .struct
  }

  var fakeName: String { type.fakeName }

  var generics: [AssociatedType] { associatedTypes.filter { $0.fixed == nil } }

  /// The generic parameters that need other names than their associated types: overloads make the compiler infer two
  /// types for one of them, unless the fake states the type with an alias.
  var generalNames: [String: String] {
    let groups = Dictionary(grouping: requirements, by: \.fullName).values.filter { $0.count > 1 }
    var names: [String: String] = [:]
    for name in generics.map(\.name) {
      let isAmbiguous = groups.contains { group in
        group.contains {
          $0.parameters.contains { $0.type.mentions([name]) } || $0.result.mentions([name])
        }
      }
      var other = name + "Type"
      while associatedTypes.contains(where: { $0.name == other }) { other += "Type" }
      if isAmbiguous { names[name] = other }
    }
    return names
  }

  /// Calls `body` with every part of every type.
  func visit(_ body: (SwiftType) -> Void) {
    for requirement in requirements { requirement.visit(body) }
    let constraints = associatedTypes.flatMap { $0.constraints + [$0.fixed].compactMap(\.self) }
    let types = constraints + conditions.flatMap { [$0.left, $0.right] }
    for type in types { type.visit(body) }
  }
}
