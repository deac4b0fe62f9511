import FakedClients
import Foundation

/// A delegate that records its events, and whose end a test can await.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let heard = Captured<[String]>([])
  private let received = Captured(Data())
  private let (ends, ended) = AsyncStream.makeStream(of: Void.self)

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
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    heard.withValue {
      $0.append(error.map { "error \(($0 as? URLError)?.errorCode ?? 0)" } ?? "end")
    }
    ended.yield()
  }
}
