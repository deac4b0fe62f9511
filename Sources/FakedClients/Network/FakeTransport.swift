import FakeableClients
import Faked
import Foundation

/// A network without a network: answers what a `URLSession` sends, so that all code above runs for real.
///
/// ```swift
/// let transport = FakeTransport()
/// transport.when(\.respond, matching: .get("/greeting")).thenReturn(.json(["text": "hi"]))
/// let client = URLSessionNetworkClient(session: transport.session())
/// ```
/// Only the sessions that it makes or configures are answered, and all they send is: a request that
/// no stub answers fails at once with a `URLError` of the code `.resourceUnavailable`, whose
/// text has the request and what is stubbed. Two transports never see each other's requests.
///
/// Copies are the same fake. A session does not keep its transport: without it, requests fail. Making one
/// costs about 20 µs and some 3 KB, which stay until the process ends.
public struct FakeTransport: FakeResponder, Sendable {
  /// Stands for what a server does with a request.
  public let respond: FunctionID<(FakeRequest) -> FakeResponse, AsyncThrows> = "respond"
  let route: TransportRoute

  /// What copies of the fake share.
  public var instanceId: FakeInstance { route.instance }
  /// What measures the delays of responses and the timeouts of requests.
  public var clock: any Clock<Duration> { route.clock }

  /// A transport without stubs; equal to its copies and to no other.
  ///
  /// The clock measures the delays of responses and the time after which a request is given up.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    self.init(TransportRoute(clock: clock))
  }

  init(_ route: TransportRoute) { self.route = route }

  /// A session whose requests are answered here; nothing else is different from a session with that configuration.
  ///
  /// The configuration itself is not changed. See ``configure(_:)`` for what the session has instead.
  public func session(
    configuration: URLSessionConfiguration = .ephemeral,
    delegate: (any URLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
  ) -> URLSession {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    configure(copy)
    return URLSession(configuration: copy, delegate: delegate, delegateQueue: delegateQueue)
  }

  /// Has all requests of sessions answered here that are made with this configuration from now on.
  ///
  /// Such a session caches nothing and knows no stored credentials. Where it would use the cookies of the
  /// process it has a storage of its own, which is empty.
  public func configure(_ configuration: URLSessionConfiguration) {
    configuration.protocolClasses = [route.protocolClass]
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    if configuration.httpCookieStorage === HTTPCookieStorage.shared {
      configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
    }
  }
}
