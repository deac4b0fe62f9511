import FakedClients
import Foundation

/// A delegate that records its events, and whose end a test can await.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, Sendable {
  /// The body of a streamed upload.
  private let upload: Data?
  /// A Boolean value that indicates whether redirects are followed.
  private let follows: Bool
  private let heard = Captured<[String]>([])
  private let received = Captured(Data())
  private let (ends, ended) = AsyncStream.makeStream(of: Void.self)

  init(upload: Data? = nil, follows: Bool = true) {
    self.upload = upload
    self.follows = follows
  }

  var events: [String] { heard.value }
  var data: Data { received.value }

  /// Returns when a task has ended.
  func end() async {
    for await _ in ends { return }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    heard.withValue { $0.append("response \((response as? HTTPURLResponse)?.statusCode ?? 0)") }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    heard.withValue { $0.append("\(data.count) bytes") }
    received.withValue { $0.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(upload.map(InputStream.init(data:)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    heard.withValue { $0.append("redirect to \(request.url?.path ?? "")") }
    completionHandler(follows ? request : nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    heard.withValue {
      $0.append(error.map { "error \(($0 as? URLError)?.errorCode ?? 0)" } ?? "end")
    }
    ended.yield()
  }
}
