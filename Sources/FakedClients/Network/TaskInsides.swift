import FakeableClients
import Faked
import Foundation

// What a `URLProtocol` has to know of its task and Foundation does not show. Everything that differs by
// platform is here. Off Apple's platforms it is read by reflection, on the queue of the task.
package enum TaskInsides {}

/// The queue on which Foundation hears what a protocol has to say of a task.
struct TaskQueue: @unchecked Sendable {
  // Sendable holds because queues and run loops may be used from any thread.
  #if canImport(FoundationNetworking)
    fileprivate let queue: DispatchQueue
    func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
  #else
    fileprivate let loop: CFRunLoop?
    func async(_ work: @escaping @Sendable () -> Void) {
      CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes.rawValue, work)
      CFRunLoopWakeUp(loop)
    }
  #endif
}

#if canImport(FoundationNetworking)
  extension TaskInsides {
    /// A part of a task or of its session that this version of Foundation does not have, as in
    /// `URLSessionTask.workQueue`; nil where all are there that are read here.
    package static func missingPart(of task: Any) -> String? {
      let missing = ["workQueue", "session", "knownBody"].first { child($0, of: task) == nil }
      if let missing { return "URLSessionTask.\(missing)" }
      guard part("workQueue", of: task) is DispatchQueue else { return "URLSessionTask.workQueue" }
      if let content = bodyContent(of: task), body(content) == nil {
        return "URLSessionTask.knownBody"
      }
      return part("session", of: task).flatMap(missingPart(ofSession:))
    }

    package static func missingPart(ofSession session: Any) -> String? {
      guard let registry = part("taskRegistry", of: session) else {
        return "URLSession.taskRegistry"
      }
      let hasBehaviors = part("behaviours", of: registry) is [Int: Any]
      return hasBehaviors ? nil : "URLSession.taskRegistry.behaviours"
    }

    /// The queue of the task; called while it starts.
    static func queue(of task: URLSessionTask) -> TaskQueue? {
      (part("workQueue", of: task) as? DispatchQueue).map(TaskQueue.init)
    }

    static func session(of task: URLSessionTask) -> URLSession? {
      part("session", of: task) as? URLSession
    }

    /// The body that an upload was made with, which its request does not have.
    static func body(of task: URLSessionTask) -> RequestBody? {
      bodyContent(of: task).flatMap(body)
    }

    private static func bodyContent(of task: Any) -> Any? {
      part("knownBody", of: task).flatMap { Mirror(reflecting: $0).children.first?.value }
    }

    private static func body(_ content: Any) -> RequestBody? {
      switch content {
      case let data as DispatchData: return .data(copy(of: data))
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default: return nil
      }
    }

    /// Whether it hears of a body part by part: one with a completion handler would keep the last alone.
    static func takesChunks(_ task: URLSessionTask) -> Bool {
      guard let session = session(of: task), session.delegate != nil,
        let registry = part("taskRegistry", of: session),
        let behaviors = part("behaviours", of: registry) as? [Int: Any],
        let behavior = behaviors[task.taskIdentifier]
      else { return false }
      // Those with a completion handler have it as their payload.
      return Mirror(reflecting: behavior).children.isEmpty
    }

    /// The kind of a task that only the protocols of Foundation can answer; nil for all others.
    static func unanswerableKind(of task: URLSessionTask) -> String? {
      switch task {
      case is URLSessionDownloadTask: "download"
      case is URLSessionWebSocketTask: "WebSocket"
      default: nil
      }
    }

    /// Whether a redirected request goes out without its body.
    static let losesRedirectedBody = true

    /// The response, which ends its task even where it asks for credentials.
    static func response(to url: URL, status: Int, headers: [String: String]) -> HTTPURLResponse? {
      status == 401
        ? ChallengeResponse(
          url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        : HTTPURLResponse(
          url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    }

    /// The body that the delegate of the session has for an upload.
    static func askForBody(
      _ session: URLSession, _ task: URLSessionTask
    ) async -> Handed<InputStream?> {
      guard let delegate = session.delegate as? any URLSessionTaskDelegate else {
        return Handed(value: nil)
      }
      return await withCheckedContinuation { continuation in
        session.delegateQueue.addOperation {
          delegate.urlSession(session, task: task) {
            continuation.resume(returning: Handed(value: $0))
          }
        }
      }
    }

    /// What the delegate of the session makes of a redirect: the request to follow it by, or nil to stay.
    static func ask(
      _ session: URLSession, _ task: URLSessionTask, whetherToFollow response: HTTPURLResponse,
      by request: URLRequest
    ) async -> URLRequest? {
      guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return request }
      return await withCheckedContinuation { continuation in
        session.delegateQueue.addOperation {
          delegate.urlSession(
            session, task: task, willPerformHTTPRedirection: response, newRequest: request
          ) { continuation.resume(returning: $0) }
        }
      }
    }

    /// Tells of the end of a task, whose response is the one given.
    static func finish(
      _ load: URLProtocol, _ response: URLResponse, _ client: (any URLProtocolClient)?
    ) {
      let challenge = response as? ChallengeResponse
      challenge?.hideURL(true)
      client?.urlProtocolDidFinishLoading(load)
      challenge?.hideURL(false)
    }

    /// A stored property, without its optional.
    private static func part(_ name: String, of object: Any) -> Any? {
      guard let value = child(name, of: object) else { return nil }
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    /// A stored property, an inherited one too.
    private static func child(_ name: String, of object: Any) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let current = mirror {
        if let child = current.children.first(where: { $0.label == name }) { return child.value }
        mirror = current.superclassMirror
      }
      return nil
    }

    private static func copy(of content: DispatchData) -> Data {
      var data = Data(capacity: content.count)
      content.enumerateBytes { bytes, _, _ in data.append(bytes) }
      return data
    }
  }

  /// A response that asks for credentials, and can be had without them.
  ///
  /// Foundation never ends the task of one; unless the response has no URL while it finishes, and so
  /// nobody to send the credentials to. None but the thread that finishes it sees it like that.
  private final class ChallengeResponse: HTTPURLResponse, @unchecked Sendable {
    // Sendable holds because all else is immutable, and this is used under its lock.
    private let finishing = Captured<ObjectIdentifier?>(nil)

    override var url: URL? {
      finishing.value == ObjectIdentifier(Thread.current) ? nil : super.url
    }

    func hideURL(_ isHidden: Bool) {
      finishing.value = isHidden ? ObjectIdentifier(Thread.current) : nil
    }
  }
#else
  extension TaskInsides {
    static let losesRedirectedBody = false

    static func askForBody(
      _ session: URLSession, _ task: URLSessionTask
    ) async -> Handed<InputStream?> {
      Handed(value: nil)
    }

    static func ask(
      _ session: URLSession, _ task: URLSessionTask, whetherToFollow response: HTTPURLResponse,
      by request: URLRequest
    ) async -> URLRequest? {
      request
    }

    static func response(to url: URL, status: Int, headers: [String: String]) -> HTTPURLResponse? {
      HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    }

    static func finish(
      _ load: URLProtocol, _ response: URLResponse, _ client: (any URLProtocolClient)?
    ) {
      client?.urlProtocolDidFinishLoading(load)
    }

    package static func missingPart(of task: Any) -> String? { nil }
    static func queue(of task: URLSessionTask) -> TaskQueue? {
      TaskQueue(loop: CFRunLoopGetCurrent())
    }
    static func session(of task: URLSessionTask) -> URLSession? { nil }
    static func body(of task: URLSessionTask) -> RequestBody? { nil }
    static func takesChunks(_ task: URLSessionTask) -> Bool { true }
    static func unanswerableKind(of task: URLSessionTask) -> String? { nil }
  }
#endif
