import FakeableClients
import Faked
import FakedReplay
import Foundation

/// A URL protocol that responds to one task of a session with the stubs of its transport.
///
/// Foundation starts and stops the protocol on one queue that belongs to the task, and expects its messages there.
/// All state is used only on that queue, and the client is notified only while the task is running. Anything else
/// crashes Foundation when a task is canceled.
class TransportProtocol: URLProtocol {
  private var state = State.idle

  private enum State {
    case idle
    /// The task that produces the result, and the task that enforces the timeout.
    case waiting([Task<Void, Never>])
    /// The result arrived while the task was suspended.
    case finished(Outcome)
    case over
  }

  /// The last response and its request, or the error of the exchange.
  private typealias Outcome = Result<(FakeResponse, to: FakeRequest), any Error>

  // Foundation calls this while it holds process-wide locks, so it must not do any work.
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Starts the response, or delivers its result. Foundation calls this again when a suspended task resumes.
  override func startLoading() {
    switch state {
    case .idle:
      guard let task else { break }
      do { try start(task) } catch { deliver(.failure(error)) }
    case .finished(let outcome): deliver(outcome)
    case .waiting, .over: break
    }
  }

  /// Cancels the response. Foundation also calls this when a task is suspended, which may still need the result.
  override func stopLoading() {
    if task?.state == .suspended { return }
    if case .waiting(let tasks) = state { for task in tasks { task.cancel() } }
    state = .over
  }

  private func start(_ task: URLSessionTask) throws {
    if let part = TaskInsides.missingPart(of: task) {
      throw TransportFailure.unreadable(request, missing: part)
    }
    if let kind = TaskInsides.unsupportedKind(of: task) {
      throw TransportFailure.unsupported(request, kind: kind)
    }
    guard let route = TransportRoute.of(Self.self) else {
      throw TransportFailure.noTransport(request)
    }
    guard let queue = TaskInsides.queue(of: task),
      let source = FakeRequestSource(request, of: task, on: queue)
    else { throw URLError(.badURL) }
    let unfinished = Unfinished(load: self)
    let finish: @Sendable (Outcome) -> Void = { outcome in
      queue.async { unfinished.load?.finish(outcome) }
    }
    let transport = FakeTransport(route)
    var tasks = [
      Task {
        do {
          let exchange = try await transport.exchange(
            source.read(), respond: transport.response, received: source.keepCookies,
            follow: source.follow)
          finish(.success(exchange))
        } catch {
          finish(.failure(error))
        }
      }
    ]
    // A session that sends the request measures its timeout.
    if let limit = source.timeout, !route.sendsRequests {
      let clock = route.clock
      tasks.append(
        Task {
          do { try await clock.sleep(for: limit) } catch { return }
          finish(.failure(URLError(.timedOut)))
        })
    }
    state = .waiting(tasks)
  }

  private func finish(_ outcome: Outcome) {
    guard case .waiting(let tasks) = state else { return }
    for task in tasks { task.cancel() }
    deliver(outcome)
  }

  private func deliver(_ outcome: Outcome) {
    guard let task else { return }
    switch task.state {
    case .running: break
    case .suspended:
      state = .finished(outcome)
      return
    default: return
    }
    state = .over
    do {
      let (response, request) = try outcome.get()
      if let head = response.head(to: request) {
        TaskInsides.reportLength(of: head, to: task)
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        let chunks = response.chunks(to: request)
        let parts = TaskInsides.takesChunks(task) ? chunks : [chunks.whole]
        for part in parts where !part.isEmpty { client?.urlProtocol(self, didLoad: part) }
        if response.error == nil { return TaskInsides.finish(self, head, client) }
      }
      throw response.error ?? URLError(.badServerResponse)
    } catch {
      client?.urlProtocol(self, didFailWithError: TransportFailure.urlError(for: error))
    }
  }
}

/// A protocol object that passes through other threads on its way back to the queue of its task.
private struct Unfinished: @unchecked Sendable {
  // `Sendable` is safe because the object is read only on the queue of the task.
  weak var load: TransportProtocol?
}
