import FakeableClients
import Faked
import Foundation

// The parts of a task that a `URLProtocol` needs and Foundation doesn't expose. All differences between
// platforms are in this file. On platforms other than Apple's, the parts are read by reflection, on the
// queue of the task.
enum TaskInsides {
  /// Reports the end of a task that received the response.
  static func finish(
    _ load: URLProtocol, _ response: URLResponse, _ client: (any URLProtocolClient)?
  ) {
    #if canImport(FoundationNetworking)
      let challenge = response as? ChallengeResponse
      challenge?.hideURL(true)
      defer { challenge?.hideURL(false) }
    #endif
    client?.urlProtocolDidFinishLoading(load)
  }
}

/// The queue on which Foundation expects the messages of a protocol about its task.
struct TaskQueue: @unchecked Sendable {
  // `Sendable` is safe because queues and run loops can be used from any thread.
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
    /// Returns the first part of a task or its session that this version of Foundation lacks, such as
    /// `URLSessionTask.workQueue`, or `nil` if all parts exist.
    static func missingPart(of task: Any) -> String? {
      let parts = ["workQueue", "session", "knownBody"]
      var missing =
        parts.filter { child($0, of: task) == nil } + counts.filter { setter($0) == nil }
      if !(part("workQueue", of: task) is DispatchQueue) { missing.append("workQueue") }
      if let content = bodyContent(of: task), body(content) == nil { missing.append("knownBody") }
      if let name = missing.first { return "URLSessionTask.\(name)" }
      guard let session = part("session", of: task) else { return nil }
      return behaviors(of: session) == nil ? "URLSession.taskRegistry.behaviours" : nil
    }

    /// Returns the ways in which the tasks of a session are observed, by their identifiers.
    private static func behaviors(of session: Any) -> [Int: Any]? {
      part("taskRegistry", of: session).flatMap { part("behaviours", of: $0) } as? [Int: Any]
    }

    /// Returns the queue of the task. Call this while the task starts.
    static func queue(of task: URLSessionTask) -> TaskQueue? {
      (part("workQueue", of: task) as? DispatchQueue).map(TaskQueue.init)
    }

    static func session(of task: URLSessionTask) -> URLSession? {
      part("session", of: task) as? URLSession
    }

    /// Returns the body of an upload, which its request doesn't contain.
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

    /// Returns a Boolean value that indicates whether the task receives a body in parts.
    ///
    /// A task with a completion handler would keep only the last part.
    static func takesChunks(_ task: URLSessionTask) -> Bool {
      guard let session = session(of: task), session.delegate != nil,
        let behavior = behaviors(of: session)?[task.taskIdentifier]
      else { return false }
      // A completion handler is the payload of its case.
      return Mirror(reflecting: behavior).children.isEmpty
    }

    /// Reports that the body of a request was sent, in parts of the same size as those of a session.
    ///
    /// - Parameters:
    ///   - count: The size of the body in bytes.
    ///   - isKnown: A Boolean value that indicates whether the size was known before, unlike that of a stream.
    static func reportBody(of task: URLSessionTask, _ count: Int, isKnown: Bool) {
      let (session, total) = (session(of: task), Int64(count))
      if isKnown { set("countOfBytesExpectedToSend", of: task, to: total) }
      guard takesChunks(task), let session, count > 0,
        let delegate = session.delegate as? any URLSessionTaskDelegate
      else { return }
      for start in stride(from: 0, to: total, by: 65_536) {
        let end = min(start + 65_536, total)
        session.delegateQueue.addOperation {
          set("countOfBytesSent", of: task, to: end)
          delegate.urlSession(
            session, task: task, didSendBodyData: end - start, totalBytesSent: end,
            totalBytesExpectedToSend: isKnown ? total : 0)
        }
      }
    }

    /// Reports the length that a response announces.
    static func reportLength(of response: URLResponse, to task: URLSessionTask) {
      set("countOfBytesExpectedToReceive", of: task, to: response.expectedContentLength)
    }

    private static let counts = [
      "countOfBytesSent", "countOfBytesExpectedToSend", "countOfBytesExpectedToReceive",
    ]

    /// Sets a count of a task.
    private static func set(_ count: String, of task: URLSessionTask, to value: Int64) {
      guard let setter = setter(count) else { return }
      unsafeBitCast((setter, task), to: Setter.self).set(value)
    }

    /// Returns the setter of a count, which isn't public.
    private static func setter(_ count: String) -> UnsafeMutableRawPointer? {
      dlsym(nil, "$s20FoundationNetworking14URLSessionTaskC\(count.count)\(count)s5Int64Vvs")
    }

    /// The setter of an object. A closure is a function and its context, which is passed like the object of a method. A
    /// closure outside of a structure would get the value by reference.
    private struct Setter {
      let set: (Int64) -> Void
    }

    /// Returns the kind of a task that only Foundation's own protocols can handle, or `nil` for other tasks.
    static func unsupportedKind(of task: URLSessionTask) -> String? {
      switch task {
      case is URLSessionDownloadTask: "download"
      // Swift 6.2 asks a protocol for this kind, too.
      case is URLSessionWebSocketTask: "WebSocket"
      default: nil
      }
    }

    /// A Boolean value that indicates whether Foundation sends redirected requests without their body.
    static let losesRedirectedBody = true

    /// Returns a response that ends its task even if it asks for credentials.
    static func response(to url: URL, status: Int, headers: [String: String]) -> HTTPURLResponse? {
      status == 401
        ? ChallengeResponse(
          url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        : HTTPURLResponse(
          url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    }

    /// Returns the body that the delegate of the session provides for an upload.
    static func askForBody(
      _ session: URLSession, _ task: URLSessionTask
    ) async -> InputStream? {
      guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return nil }
      return await withCheckedContinuation { continuation in
        session.delegateQueue.addOperation {
          delegate.urlSession(session, task: task) { stream in
            // This is safe because the delegate never uses the stream again.
            nonisolated(unsafe) let stream = stream
            continuation.resume(returning: stream)
          }
        }
      }
    }

    /// Returns the request with which the delegate of the session follows a redirect, or `nil` to not follow it.
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

    /// Returns the value of a stored property without its optional.
    private static func part(_ name: String, of object: Any) -> Any? {
      unwrappingOptionals(child(name, of: object), levels: 1)
    }

    /// Returns the value of a stored property, including an inherited one.
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

  /// A response that asks for credentials, and whose task ends without them.
  ///
  /// Foundation ends the task of such a response only if the response has no URL, because then there is nowhere to
  /// send credentials. This class hides the URL, but only from the thread that finishes the task.
  private final class ChallengeResponse: HTTPURLResponse, @unchecked Sendable {
    // `Sendable` is safe because this value has its own lock, and everything else is immutable.
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
    ) async -> InputStream? {
      nil
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

    static func missingPart(of task: Any) -> String? { nil }
    static func queue(of task: URLSessionTask) -> TaskQueue? {
      TaskQueue(loop: CFRunLoopGetCurrent())
    }
    static func session(of task: URLSessionTask) -> URLSession? { nil }
    static func body(of task: URLSessionTask) -> RequestBody? { nil }
    static func reportBody(of task: URLSessionTask, _ count: Int, isKnown: Bool) {}
    static func reportLength(of response: URLResponse, to task: URLSessionTask) {}
    static func takesChunks(_ task: URLSessionTask) -> Bool { true }
    static func unsupportedKind(of task: URLSessionTask) -> String? { nil }
  }
#endif
