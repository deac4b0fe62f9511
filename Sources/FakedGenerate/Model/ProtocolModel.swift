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
  /// The declarations that cannot be read, each with its place.
  var unreadable: [(text: String, place: String)] = []
  /// Properties with one name and two types.
  var contradictions: [(first: String, second: String)] = []
  /// The groups of a protocol that is SPI.
  var spiGroups: [String] = []
  /// A Boolean value that indicates whether the fake overrides members that are visible only with `@testable`.
  var isTestable = false
  /// The protocol and the protocols that it inherits from.
  var declaredIn: [Declaration] = []
  /// The attributes of the protocols that are neither known nor global actors.
  var unknownAttributes: [String] = []

  /// A Boolean value that indicates whether an associated type makes the fake `Hashable`: `ID == Self`.
  var isItsOwnKey: Bool {
    !known.contains("Swift.Hashable")
      && associatedTypes.contains {
        $0.fixed == .name("Self") && $0.constraints.contains { $0.text == "Hashable" }
      }
  }

  var fakeName: String { LibraryNames.fakeName(for: type.path) }

  /// The names of types in the fake.
  var innerNames: Set<String> {
    var names = Set(associatedTypes.map(\.name))
    if requirements.contains(where: \.isInitializer) { names.insert("Maker") }
    if requirements.contains(where: \.sendsResult) { names.insert("Sent") }
    return names
  }

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
