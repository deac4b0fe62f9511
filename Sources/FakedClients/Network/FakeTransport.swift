import FakeableClients
import Faked
import Foundation

/// A fake network that responds to the requests of a `URLSession`, so that all code above the session really runs.
///
/// ```swift
/// let transport = FakeTransport()
/// transport.when(\.respond, matching: .get("/greeting")).thenReturn(.json(["text": "hi"]))
/// let client = URLSessionNetworkClient(session: transport.session())
/// ```
/// A transport responds to every request of the sessions that it creates or configures, and no others. A request that
/// no stub matches fails immediately with a `URLError` whose code is `.resourceUnavailable` and whose message
/// shows the request and the stubs. Transports never receive each other's requests.
///
/// Copies are the same fake. A session doesn't keep its transport alive, and its requests fail once the transport
/// is deallocated. Creating a transport costs about 20 µs, and about 3 KB that are kept until the process ends.
///
/// See <doc:Network>.
public struct FakeTransport: FakeResponder, Sendable {
  /// The identifier of the function with which a server responds to a request.
  public let respond: FunctionID<(FakeRequest) -> FakeResponse, AsyncThrows> = "respond"
  let route: TransportRoute

  /// The identity that all copies of the fake share.
  public var instanceId: FakeInstance { route.instance }
  /// The clock that measures the delays of responses and the timeouts of requests.
  public var clock: any Clock<Duration> { route.clock }

  /// Creates a transport without stubs, equal only to its copies.
  ///
  /// - Parameter clock: The clock that measures the delays of responses and the timeouts of requests. Defaults to a
  ///   `ContinuousClock`.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    self.init(TransportRoute(clock: clock))
  }

  init(_ route: TransportRoute) { self.route = route }

  /// Returns the response of a stub or, if there is a recording, of the real server.
  func response(to request: FakeRequest) async throws -> FakeResponse {
    guard route.player != nil else { return try await handleCall(\.respond, request) }
    return try await handleCall(
      \.respond, request, real: try await RealNetwork().response(to: request))
  }

  /// Creates a session whose requests this transport responds to. In all other ways, it follows its configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration to copy. ``configure(_:)`` describes what changes in the copy. Defaults to
  ///     `.ephemeral`.
  ///   - delegate: The delegate of the session. Defaults to `nil`.
  ///   - delegateQueue: The queue for the delegate. Defaults to `nil`, for a queue that the session creates.
  /// - Returns: The new session.
  public func session(
    configuration: URLSessionConfiguration = .ephemeral,
    delegate: (any URLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
  ) -> URLSession {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    configure(copy)
    return URLSession(configuration: copy, delegate: delegate, delegateQueue: delegateQueue)
  }

  /// Changes a configuration so that this transport responds to all requests of the sessions that are created with it.
  ///
  /// Such a session caches nothing and has no stored credentials. If the configuration uses the cookies of the
  /// process, they are replaced by a separate storage that is empty.
  ///
  /// - Parameter configuration: The configuration to change.
  public func configure(_ configuration: URLSessionConfiguration) {
    configuration.protocolClasses = [route.protocolClass]
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    if configuration.httpCookieStorage === HTTPCookieStorage.shared {
      configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
    }
  }
}
