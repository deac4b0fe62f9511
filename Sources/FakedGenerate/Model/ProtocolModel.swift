import Foundation

/// A protocol with all that its fake has to know, what it inherits included.
struct ProtocolModel {
  struct AssociatedType {
    let name: String
    var constraints: [SwiftType] = []
    /// What the protocol says it is.
    var fixed: SwiftType?
  }

  let symbol: Symbol
  let module: String
  /// `Outer.Inner` where it is nested.
  let name: String
  var isClassBound = false
  var isActor = false
  var superclass: String?
  /// Whether the fake has to be an `NSObject`.
  var isObject = false
  /// `@MainActor`, or another global actor.
  var globalActor: String?
  /// Whether its module isolates what says nothing, so that the members alone say it.
  var isIsolatedByDefault = false
  /// The names of the protocols of the toolchain that it inherits from.
  var known: Set<String> = []
  /// The names of those that nothing is known of.
  var unknown: [String] = []
  var associatedTypes: [AssociatedType] = []
  /// What the `where` clause of the fake has to say.
  var conditions: [Condition] = []
  var requirements: [Requirement] = []
  /// Declarations that cannot be read.
  var unreadable: [String] = []
  /// Properties of one name that two protocols want with types of their own.
  var contradictions: [(first: String, second: String)] = []
  /// What `#if` demands where the protocol is declared.
  var compilation: [String] = []
  /// The groups of an SPI protocol.
  var spiGroups: [String] = []
  /// Whether the fake needs more of the module than it shows, as its access does not say.
  var isTestable = false
  /// The protocol and those it inherits from, whose files and modules the fake needs.
  var declaredIn: [Symbol] = []

  /// `FakeOuterInner`
  var fakeName: String { "Fake" + symbol.path.joined() }

  var generics: [AssociatedType] { associatedTypes.filter { $0.fixed == nil } }
}
