// The parts of URL loading that the clients use. On Apple's systems, CFNetwork implements this part of Foundation.
public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: Sendable { case reloadIgnoringLocalCacheData }
  public init(url: URL) { self.init(url: url, timeoutInterval: 60) }
  public init(url: URL, timeoutInterval: TimeInterval) {
    self.url = url
    self.timeoutInterval = timeoutInterval
  }
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var httpBodyStream: InputStream? {
    get { nil }
    set {}
  }
  public var allHTTPHeaderFields: [String: String]?
  public var timeoutInterval: TimeInterval
  public func value(forHTTPHeaderField field: String) -> String? { nil }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {
  public init(
    url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?
  ) {}
  open var url: URL? { nil }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(
    url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?
  ) { nil }
  open var statusCode: Int { 0 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
  open func value(forHTTPHeaderField field: String) -> String? { nil }
  open class func localizedString(forStatusCode status: Int) -> String { "" }
}

public struct URLError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let unknown = Code(rawValue: 0)
    public static let cancelled = unknown
    public static let badURL = unknown
    public static let timedOut = unknown
    public static let unsupportedURL = unknown
    public static let cannotFindHost = unknown
    public static let cannotConnectToHost = unknown
    public static let networkConnectionLost = unknown
    public static let httpTooManyRedirects = unknown
    public static let resourceUnavailable = unknown
    public static let notConnectedToInternet = unknown
    public static let badServerResponse = unknown
    public static let fileDoesNotExist = unknown
    public static let requestBodyStreamExhausted = unknown
    public static let dnsLookupFailed = unknown
    public static let internationalRoamingOff = unknown
    public static let callIsActive = unknown
    public static let dataNotAllowed = unknown
    public static let secureConnectionFailed = unknown
    public static let serverCertificateHasBadDate = unknown
    public static let serverCertificateUntrusted = unknown
    public static let serverCertificateHasUnknownRoot = unknown
    public static let serverCertificateNotYetValid = unknown
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
  public let code: Code
  public var errorCode: Int { code.rawValue }
}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }
  open var state: State { .running }
  open var response: URLResponse? { nil }
  open func resume() {}
  open func cancel() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  open var protocolClasses: [AnyClass]?
  open var urlCache: URLCache?
  open var urlCredentialStorage: URLCredentialStorage?
  open var httpCookieStorage: HTTPCookieStorage?
  open var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain
  open var httpShouldSetCookies = true
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var requestCachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
  open var timeoutIntervalForRequest: TimeInterval = 60
}

open class URLSession: NSObject, @unchecked Sendable {
  public init(configuration: URLSessionConfiguration) {}
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {}
  open var configuration: URLSessionConfiguration { .ephemeral }
  open var delegateQueue: OperationQueue { OperationQueue() }
  open func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { URLSessionDataTask() }
  open func finishTasksAndInvalidate() {}
}

open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}

open class HTTPCookie: NSObject, @unchecked Sendable {
  public enum AcceptPolicy: UInt, @unchecked Sendable {
    case always, never, onlyFromMainDocumentDomain
  }
  open class func cookies(
    withResponseHeaderFields fields: [String: String], for url: URL
  ) -> [HTTPCookie] { [] }
  open class func requestHeaderFields(with cookies: [HTTPCookie]) -> [String: String] { [:] }
}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {
  open class var shared: HTTPCookieStorage { HTTPCookieStorage() }
  open func cookies(for url: URL) -> [HTTPCookie]? { nil }
  open func setCookies(_ cookies: [HTTPCookie], for url: URL?, mainDocumentURL: URL?) {}
}

public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(
    _ load: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCacheStoragePolicy)
  func urlProtocol(_ load: URLProtocol, didLoad data: Data)
  func urlProtocol(_ load: URLProtocol, didFailWithError error: any Error)
  func urlProtocolDidFinishLoading(_ load: URLProtocol)
}
public enum URLCacheStoragePolicy: Sendable { case notAllowed }
open class URLProtocol: NSObject {
  open var client: (any URLProtocolClient)? { nil }
  open var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "")) }
  open var task: URLSessionTask? { nil }
  open class func canInit(with request: URLRequest) -> Bool { false }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  open func startLoading() {}
  open func stopLoading() {}
}

open class InputStream: NSObject {
  open func open() {}
  open func close() {}
  open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int { 0 }
  open var streamError: (any Error)? { nil }
}

// Of Core Foundation.
public final class CFRunLoop {}
public struct CFRunLoopMode: Sendable {
  public let rawValue: String
  public static let commonModes = CFRunLoopMode(rawValue: "")
}
public func CFRunLoopGetCurrent() -> CFRunLoop! { nil }
public func CFRunLoopPerformBlock(
  _ loop: CFRunLoop!, _ mode: String!, _ block: (() -> Void)!
) {}
public func CFRunLoopWakeUp(_ loop: CFRunLoop!) {}
