import FakeableClients
import Faked
import Foundation

/// Answers one task of a session as its transport was stubbed.
///
/// Foundation starts, stops and hears it on one queue, which belongs to the task. All of its state is
/// used there alone, and the client is only ever told something while the task is running: anything else
/// crashes Foundation when a task is cancelled.
class TransportProtocol: URLProtocol {
  private var state = State.idle

  private enum State {
    case idle
    /// The tasks that make the answer, and that give it up in time.
    case waiting([Task<Void, Never>])
    /// The answer came while the task was suspended.
    case answered(TransportAnswer)
    case over
  }

  // Asked under locks of the whole process, so it must not do anything.
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Called again when a suspended task is resumed.
  override func startLoading() {
    switch state {
    case .idle: start()
    case .answered(let answer): deliver(answer)
    case .waiting, .over: break
    }
  }

  /// Called for a suspended task too, whose answer may come all the same.
  override func stopLoading() {
    if task?.state == .suspended { return }
    if case .waiting(let tasks) = state { for task in tasks { task.cancel() } }
    state = .over
  }

  private func start() {
    guard let task else {
      client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
      return
    }
    let missing = TaskInsides.missingPart(of: task)
    guard missing == nil, let queue = TaskInsides.queue(of: task) else {
      return deliver(.failed(TransportFailure.unreadable(request, missing: missing ?? "a queue")))
    }
    guard let source = FakeRequestSource(request, of: task) else {
      return deliver(.failed(URLError(.badURL)))
    }
    guard let route = TransportRoute.of(Self.self) else {
      return deliver(.failed(TransportFailure.noTransport(request)))
    }
    if let kind = TaskInsides.unanswerableKind(of: task) {
      return deliver(.failed(TransportFailure.unanswerable(request, kind: kind)))
    }
    let unfinished = Unfinished(load: self)
    let finish: @Sendable (TransportAnswer) -> Void = { answer in
      queue.async { unfinished.load?.finish(answer) }
    }
    let transport = FakeTransport(route)
    let work = Task {
      finish(await TransportAnswer(from: transport, to: source))
    }
    var tasks = [work]
    if let limit = source.timeout {
      let clock = route.clock
      tasks.append(
        Task {
          do { try await clock.sleep(for: limit) } catch { return }
          finish(.failed(URLError(.timedOut)))
        })
    }
    state = .waiting(tasks)
  }

  private func finish(_ answer: TransportAnswer) {
    guard case .waiting(let tasks) = state else { return }
    for task in tasks { task.cancel() }
    deliver(answer)
  }

  private func deliver(_ answer: TransportAnswer) {
    guard let task else { return }
    switch task.state {
    case .running: break
    case .suspended:
      state = .answered(answer)
      return
    default: return
    }
    state = .over
    switch answer {
    case .failed(let error): client?.urlProtocol(self, didFailWithError: error)
    case .responded(let response, let chunks, let error):
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      let parts = TaskInsides.takesChunks(task) ? chunks : [chunks.whole]
      for part in parts where !part.isEmpty { client?.urlProtocol(self, didLoad: part) }
      if let error {
        client?.urlProtocol(self, didFailWithError: error)
      } else {
        TaskInsides.finish(self, response, client)
      }
    }
  }
}

/// A protocol object on its way through other threads, back to the queue of its task.
private struct Unfinished: @unchecked Sendable {
  // Sendable holds because it is read on the queue of the task alone.
  weak var load: TransportProtocol?
}
