// The way of a call:
//   FunctionID              a fake names its function
//   Teach/When              a test says what a call does: a Lesson
//   Call/HandleCall         the fake's method forwards its call
//   Registry/               FakeIdentity finds the FakeInstance, whose FunctionTable has the FunctionState
//   Call/Perform            counts and records the call, runs the behavior with no lock held
//   Registry/CallLog        keeps the arguments and the outcome
//   Inspect/                Calls, Reset and Props read it all back

#if compiler(>=6.2)
  /// A test double that behaves as a test teaches it, and remembers how it was called.
  ///
  /// An ordinary struct, class or actor conforms, forwards each method in one line, and needs nothing
  /// else: `func send(_ request: Request) throws -> Answer { try handleCall(\.send, request) }`.
  public protocol Faked: Equatable, SendableMetatype {
    associatedtype InstanceID: Hashable & Sendable
    /// What makes two copies the same fake: a `FakeInstance()`, a unique string or any other value.
    ///
    /// Classes and actors may leave it out. All state is kept for each instance.
    var instanceId: InstanceID { get }
  }
#else
  /// A test double that behaves as a test teaches it, and remembers how it was called.
  public protocol Faked: Equatable {
    associatedtype InstanceID: Hashable & Sendable
    /// What makes two copies the same fake: a `FakeInstance()`, a unique string or any other value.
    var instanceId: InstanceID { get }
  }
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
