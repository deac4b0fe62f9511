import FakeableClients
import FakedClients
import FakedTesting
import Foundation
import Testing

/// Loads pages with completion handlers and a session of its own configuration, as much code does.
///
/// It knows nothing of the fakes, and of this package.
private final class NetworkManager: Sendable {
  enum Outcome: Equatable {
    case success(String)
    case failure(status: Int)
    case offline
    case cancelled
  }

  private let session: URLSession

  init(configuration: URLSessionConfiguration) {
    configuration.httpAdditionalHeaders = ["X-Client": "manager"]
    configuration.timeoutIntervalForRequest = 7
    session = URLSession(configuration: configuration)
  }

  @discardableResult
  func load(_ url: URL, done: @escaping @Sendable (Outcome) -> Void) -> URLSessionTask {
    let task = session.dataTask(with: url) { data, response, error in
      switch (error as? URLError)?.code {
      case .cancelled?: return done(.cancelled)
      case _?: return done(.offline)
      case nil: break
      }
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard status == 200, let data else { return done(.failure(status: status)) }
      done(.success(String(decoding: data, as: UTF8.self)))
    }
    task.resume()
    return task
  }
}

/// A manager on completion handlers, unchanged, with success, failure and cancellation.
@Suite(.faked(.strict)) struct NetworkManagerTests {
  private let transport = FakeTransport()
  private let manager: NetworkManager
  private let url = URL(string: "https://example.com/page")!

  init() {
    let configuration = URLSessionConfiguration.default
    transport.configure(configuration)
    manager = NetworkManager(configuration: configuration)
  }

  private func load() async -> NetworkManager.Outcome {
    await withCheckedContinuation { continuation in
      manager.load(url) { continuation.resume(returning: $0) }
    }
  }

  @Test func aPageIsLoaded() async {
    transport.when(\.respond, matching: .get("/page")).thenReturn(.text("Hello"))
    #expect(await load() == .success("Hello"))
    transport.verify(\.respond, matching: .header("X-Client", "manager"))
  }

  @Test func aPageThatIsMissingIsAFailure() async {
    transport.respond(status: 404)
    #expect(await load() == .failure(status: 404))
  }

  @Test(arguments: [URLError.Code.notConnectedToInternet, .timedOut, .cannotFindHost])
  func aNetworkThatIsAwayIsSaidToBe(code: URLError.Code) async {
    transport.fail(with: code)
    #expect(await load() == .offline)
  }

  @Test func aServerThatRecoversIsAskedAgain() async {
    transport.when(\.respond).thenReturn(.status(503), .text("Hello"))
    #expect(await load() == .failure(status: 503))
    #expect(await load() == .success("Hello"))
    transport.verify(\.respond, called: 2)
  }

  @Test func aPageThatNobodyWaitsForIsGivenUp() async throws {
    let manager = manager
    transport.when(\.respond) { _ in
      try await Task.sleep(for: .seconds(600))
      return .status(200)
    }
    let (outcomes, tell) = AsyncStream.makeStream(of: NetworkManager.Outcome.self)
    let task = manager.load(url) { tell.yield($0) }
    try await eventually(within: .seconds(60)) { transport.verify(\.respond) }
    task.cancel()
    for await outcome in outcomes {
      #expect(outcome == .cancelled)
      break
    }
  }
}
