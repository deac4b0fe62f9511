/// A test double that responds as the test specifies, and records its calls.
///
/// A fake is an ordinary struct, class, or actor that forwards each method in one line:
/// `func send(_ request: Request) throws -> Response { try handleCall(\.send, request) }`.
///
/// See <doc:WritingFakes>.
public protocol Faked: Equatable, SendableMetatype {
  associatedtype InstanceID: Hashable & Sendable

  /// The identity of the fake, which its copies share: a `FakeInstance()`, a unique string, or another value with a unique
  /// description.
  ///
  /// Classes and actors may leave it out. All state belongs to one instance.
  var instanceId: InstanceID { get }

  /// Removes every stub and every call of this fake.
  ///
  /// The default implementation is enough unless the fake has other state to reset.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// library.tearDown()
  /// #expect(library.allCalls.isEmpty)
  /// ```
  ///
  /// See <doc:WritingFakes>.
  func tearDown()
}

#if compiler(<6.2)
  /// A stand-in for the protocol of Swift 6.2. Earlier versions need no such requirement.
  public typealias SendableMetatype = Any
#endif

extension Faked where Self: AnyObject {
  /// The identity of the object, for classes and actors that declare no identity.
  public var instanceId: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Faked {
  /// Returns a Boolean value that indicates whether two fakes are the same instance. A fake may define equality
  /// differently.
  ///
  /// - Parameters:
  ///   - left: A fake.
  ///   - right: A fake of the same type.
  /// - Returns: `true` if the identities are equal.
  public static func == (left: Self, right: Self) -> Bool { left.instanceId == right.instanceId }
}

extension Faked where Self: Hashable {
  /// Hashes the identity of the instance, like `==`.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(instanceId) }
}

extension Faked {
  /// The instance with the stubs and the calls of this fake.
  ///
  /// The type of the identity determines its kind. This costs nothing if the compiler specializes the code for the
  /// fake.
  @inlinable @inline(__always)
  package var instance: FakeInstance {
    let id = instanceId
    if let instance = id as? FakeInstance { return instance }
    if let string = id as? String {
      return FakedFunctionHolder.instance(
        of: .string(string, ObjectIdentifier(type(of: self))), owner: nil)
    }
    if let object = id as? ObjectIdentifier, Self.self is AnyClass {
      // The type is a class. `as AnyObject` would call the runtime, and the call would take 2.9 times as long.
      let owner = unsafeBitCast(self, to: AnyObject.self)
      if object == ObjectIdentifier(owner) {
        return FakedFunctionHolder.instance(of: .object(object), owner: owner)
      }
    }
    // The `==` of another value is user code, which must not run under the lock of the registry.
    return FakedFunctionHolder.instance(
      of: .string("\(id)", ObjectIdentifier(type(of: self))), owner: nil)
  }
}

/// The name of a function of a fake, with its type, so that the compiler checks every use.
///
/// `Signature` is the function type of the method without its effects, and `E` is the effect:
/// `let data: FunctionID<(String) -> Data?, Throws> = "data(for:)"`. The name may contain the labels of the parameters,
/// which messages show. Creating an ID only copies the literal.
///
/// ```swift
/// struct FakeShelf: Faked {
///   let instanceId = FakeInstance()
///   let find: FunctionID<(String) -> [String], AsyncThrows> = "find(_:)"
///   func find(_ title: String) async throws -> [String] { try await handleCall(\.find, title) }
/// }
/// ```
///
/// See <doc:WritingFakes>.
@frozen
public struct FunctionID<Signature, E: FunctionEffect>: Sendable, Hashable {
  /// The name that messages show. It is unique in its fake.
  @usableFromInline package let name: String
}

extension FunctionID: ExpressibleByStringLiteral {
  /// Creates an ID from its name: `let now: FunctionID<() -> Int, Returns> = "now"`.
  ///
  /// - Parameter name: The name.
  @inlinable
  public init(stringLiteral name: String) { self.name = name }
}

extension FunctionID: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// An ID of a function of a fake: a `FunctionID`, or a `String`.
public protocol FunctionName: CustomStringConvertible, ExpressibleByStringLiteral {}

extension FunctionID: FunctionName {}

extension String: FunctionName {}

/// The effects of a function: whether it suspends, and the errors that it throws. The second part of a `FunctionID`.
///
/// Effects are not part of the signature, because a function type with typed throws needs run-time metadata that systems
/// before macOS 15 and iOS 18 don't have, and because the meaning of `async` in a type depends on the language mode.
public protocol FunctionEffect: Sendable {
  /// The errors that a call may throw: `Never`, `any Error`, or one type.
  associatedtype Failure: Error
}

/// Throws errors of one type: `func load() throws(StoreError) -> Data`.
public enum ThrowsOnly<Failure: Error>: FunctionEffect {}

/// Suspends and throws errors of one type: `func load() async throws(StoreError) -> Data`.
public enum AsyncThrowsOnly<Failure: Error>: FunctionEffect {}

/// Neither throws nor suspends: `func now() -> Date`.
public typealias Returns = ThrowsOnly<Never>

/// Throws any error: `func load() throws -> Data`.
public typealias Throws = ThrowsOnly<any Error>

/// Suspends and does not throw: `func now() async -> Date`.
public typealias AsyncReturns = AsyncThrowsOnly<Never>

/// Suspends and throws any error: `func load() async throws -> Data`.
public typealias AsyncThrows = AsyncThrowsOnly<any Error>
