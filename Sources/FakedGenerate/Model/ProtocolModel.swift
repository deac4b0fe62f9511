/// A protocol with all data that its fake needs, including inherited requirements.
struct ProtocolModel {
  struct AssociatedType {
    let name: String
    var constraints: [SwiftType] = []
    /// The type that the protocol determines.
    var fixed: SwiftType?
  }

  let symbol: Symbol
  /// The name in another file, with the names of types around it.
  var name: String { symbol.name }
  var isClassBound = false
  var isActor = false
  /// The class, if only its subclasses conform.
  var superclass: (id: String, name: String)?
  /// A Boolean value that indicates whether the fake has to be an `NSObject`.
  var isObject = false
  /// `@MainActor`, or another global actor.
  var globalActor: String?
  /// A Boolean value that indicates whether the module isolates declarations by default. Then only members state the
  /// isolation.
  var isIsolatedByDefault = false
  /// The names of the inherited protocols of the toolchain.
  var known: Set<String> = []
  /// The names of inherited protocols without a symbol graph.
  var unknown: [String] = []
  var associatedTypes: [AssociatedType] = []
  /// The `where` clause of the fake.
  var conditions: [Condition] = []
  var requirements: [Requirement] = []
  /// The declarations that cannot be read.
  var unreadable: [String] = []
  /// Properties with one name and two types.
  var contradictions: [(first: String, second: String)] = []
  /// Requirements that are under an `#if` whose condition does not hold here.
  var inactive: [SourceFile.ConditionalRequirement] = []
  /// The conditions of `#if` around the protocol.
  var compilation: [CompilationCondition] = []
  /// The groups of a protocol that is SPI.
  var spiGroups: [String] = []
  /// A Boolean value that indicates whether the fake overrides members that are visible only with `@testable`.
  var isTestable = false
  /// The protocol and the protocols that it inherits from.
  var declaredIn: [Symbol] = []

  /// The names of types in the modules that the fake imports.
  var foreignNames = ForeignNames.all

  /// A Boolean value that indicates whether an associated type makes the fake `Hashable`: `ID == Self`.
  var isItsOwnKey: Bool {
    !known.contains("Swift.Hashable")
      && associatedTypes.contains {
        $0.fixed == .name("Self") && $0.constraints.contains { $0.text == "Hashable" }
      }
  }

  var fakeName: String { symbol.fakeName }

  /// The names of types in the fake.
  var innerNames: Set<String> {
    var names = Set(associatedTypes.map(\.name))
    if requirements.contains(where: \.isInitializer) { names.insert("Maker") }
    if requirements.contains(where: \.sendsResult) { names.insert("Sent") }
    return names
  }

  var generics: [AssociatedType] { associatedTypes.filter { $0.fixed == nil } }

  /// Calls `body` with every part of every type.
  func visit(_ body: (SwiftType) -> Void) {
    for requirement in requirements { requirement.visit(body) }
    let constraints = associatedTypes.flatMap { $0.constraints + [$0.fixed].compactMap(\.self) }
    let types = constraints + conditions.flatMap { [$0.left, $0.right] }
    for type in types { type.visit(body) }
  }
}
