// The way of a call, in eight files:
//   FunctionID                    a fake names its function
//   Stubbing/When                 a test stubs it: a StubEntry with its Responses
//   Calls/HandleCall              the fake's method forwards its call
//   Registry/FakeIdentity         finds the FakeInstance of the fake, which holds the InstanceState
//   Registry/FunctionState        the stubs of one function, and its calls
//   Calls/CallExecution           records the call, runs the response with no lock held
//   Calls/UnstubbedCall           what happens where no stub answers
//   Calls/CallLog                 keeps the arguments and the outcome
// Inspection/ and Properties/ read it back; Failures/ has the texts.

/// A test double that behaves as a test stubs it, and remembers how it was called.
///
/// An ordinary struct, class or actor conforms, forwards each method in one line, and needs nothing
/// else: `func send(_ request: Request) throws -> Answer { try handleCall(\.send, request) }`.
public protocol Faked: Equatable, FakedMetatype {
  associatedtype InstanceID: Hashable & Sendable

  /// What makes two copies the same fake: a `FakeInstance()`, a unique string or any other value.
  ///
  /// Classes and actors may leave it out. All state is kept for each instance.
  var instanceId: InstanceID { get }

  /// Forgets every stub and every call of this fake; a fake that keeps more may forget that too.
  ///
  /// The default does it all for fakes without state of their own.
  func tearDown()
}

#if compiler(>=6.2)
  /// What lets a conformance be used from anywhere, also where the main actor is the default.
  public typealias FakedMetatype = SendableMetatype
#else
  /// What lets a conformance be used from anywhere; nothing in this version of the language.
  public typealias FakedMetatype = Any
#endif

extension Faked where Self: AnyObject {
  /// The object itself, for classes and actors that declare no identity.
  public var instanceId: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Faked {
  /// Two fakes are equal when they are the same instance; a fake may say otherwise.
  public static func == (left: Self, right: Self) -> Bool { left.instanceId == right.instanceId }
}

extension Faked where Self: Hashable {
  /// The hash of the instance, as `==` is by instance.
  public func hash(into hasher: inout Hasher) { hasher.combine(instanceId) }
}
