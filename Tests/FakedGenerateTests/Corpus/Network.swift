public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

public protocol HTTPClient: Sendable {
  func data(for request: URLRequest) async throws -> (Foundation.Data, URLResponse)
  func upload(_ data: Foundation.Data, to url: URL, headers: [String: String]) async throws
  func download(from url: URL, progress: @escaping @Sendable (Double) -> Void) async throws -> URL
}
public protocol RequestBuilder {
  var baseURL: URL { get }
  var defaultHeaders: [String: String] { get set }
  func request(path: String, method: String, body: (any Encodable)?) throws -> URLRequest
  func request<Body: Encodable>(path: String, body: Body) throws -> URLRequest
}
public protocol ResponseDecoder {
  func decode<T: Decodable>(_ type: T.Type, from data: Foundation.Data) throws -> T
}
public protocol Endpoint {
  associatedtype Response: Decodable
  var path: String { get }
  var method: String { get }
  var query: [URLQueryItem]? { get }
  func parse(_ data: Foundation.Data) throws -> Response
}
public protocol APIService {
  func send<E: Endpoint>(_ endpoint: E) async throws -> E.Response
  func send<E: Endpoint>(
    _ endpoint: E, completion: @escaping (Swift.Result<E.Response, any Error>) -> Void)
  func cancelAll()
}
public protocol Reachability: AnyObject {
  var isReachable: Bool { get }
  var onChange: ((Bool) -> Void)? { get set }
  func start() throws
  func stop()
}
public protocol WebSocket: Actor {
  var isOpen: Bool { get }
  func open(_ url: URL) async throws
  func send(_ text: String) async throws
  func receive() -> AsyncStream<String>
  nonisolated func describe() -> String
}
public protocol RetryPolicy: Sendable {
  func shouldRetry(_ error: any Error, attempt: Int) -> Bool
  func delay(attempt: Int) -> Duration
  func run<T: Sendable>(_ operation: @Sendable () async throws -> T) async throws -> T
}
public protocol Interceptor { func intercept(_ request: inout URLRequest) async throws }
public protocol CookieStore { subscript(name: String) -> String? { get set } }
public protocol SessionDelegate: URLSessionDelegate { func didRefresh(_ token: Token) }
public protocol DownloadManager: NSObjectProtocol {
  var active: Int { get }
  func enqueue(_ url: URL, priority: Priority) -> UUID
  func cancel(_ id: UUID)
}
public protocol TokenProvider: Sendable {
  var token: Token? { get async }
  func refresh(force: Bool) async throws(LoadError) -> Token
}
public protocol Uploader {
  func upload(file: URL) async throws(LoadError)
  func upload(data: Foundation.Data, name: String) async throws(LoadError) -> URL
  func upload(data: Foundation.Data) throws -> URL
}
public protocol GraphQL {
  func query<Value>(_ text: String, variables: [String: any Sendable], as type: Value.Type)
    async throws -> Value where Value: Decodable & Sendable
  func subscribe(_ text: String) -> AsyncThrowingStream<Foundation.Data, any Error>
}
public protocol Pinger {
  func ping(
    _ host: String, timeout: TimeInterval, _ done: @escaping (TimeInterval?, Error?) -> Void)
}
public protocol MultipartForm {
  mutating func append(_ name: String, _ value: String);
  mutating func append(_ name: String, file: URL) throws; func build() -> Foundation.Data
}
public protocol Certificates { func validate(_ chain: [Foundation.Data], host: String) -> Bool }
public protocol RateLimiter: Sendable { func acquire() async; func tryAcquire() -> Bool }
public protocol LegacyClient {
  func get(_ path: String, success: @escaping (JSON) -> Void, failure: @escaping (Error) -> Void)
  func post(_ path: String, parameters: JSON?, completion: Completion<JSON>?)
  func load(_ codable: CodableUser.Type) -> Codable?
  func types() -> [Error.Type]
}
