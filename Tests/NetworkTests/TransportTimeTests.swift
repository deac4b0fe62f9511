import Faked
import FakedClients
import Foundation
import Testing

/// Delays, timeouts, and cancellation, with a clock that the test advances.
@Suite struct TransportTimeTests {
  private let clock = FakeClock()
  private let transport: FakeTransport
  private let session: URLSession
  private let url = URL(string: "https://example.com/")!

  init() {
    transport = FakeTransport(clock: clock)
    session = transport.session()
  }

  private func request(timeout: TimeInterval) -> URLRequest {
    URLRequest(url: url, timeoutInterval: timeout)
  }

  /// Includes requests without a timeout, or with a timeout that is too long for any clock.
  @Test(arguments: [30, 0, -1, .infinity, .nan, 1e300])
  func aDelayedResponseArrivesAfterItsDelay(timeout: TimeInterval) async throws {
    let delay = Duration.seconds(timeout == 30 ? 25 : 1_000_000)
    transport.when(\.respond).thenReturn(
      .text("late").delayed(by: delay - .seconds(5)).delayed(by: .seconds(5)))
    let request = request(timeout: timeout)
    let task = Task { try await session.data(for: request).0 }
    for _ in 0..<(timeout == 30 ? 2 : 1) { _ = try await clock.nextSleep() }
    await clock.advance(by: delay)
    #expect(try await task.value == Data("late".utf8))
  }

  #if canImport(FoundationNetworking)
    @Test func aCookieIsStoredWhenItsResponseArrives() async throws {
      let storage = try #require(session.configuration.httpCookieStorage)
      var response = FakeResponse.text("late").delayed(by: .seconds(5))
      response.headers["Set-Cookie"] = "sid=1"
      transport.when(\.respond).thenReturn(response)
      let task = Task { try await session.data(from: url) }
      while clock.sleeps.count < 2 { _ = try await clock.nextSleep() }
      #expect(storage.cookies(for: url)?.isEmpty != false)
      await clock.advance(by: .seconds(5))
      _ = try await task.value
      #expect(storage.cookies(for: url)?.map(\.value) == ["1"])
    }
  #endif

  @Test(arguments: [URLError.Code.cancelled, .timedOut])
  func aTimeoutCancelsTheBehavior(code: URLError.Code) async throws {
    let cancelled = Captured(false)
    transport.when(\.respond) { [clock] _ in
      do { try await clock.sleep(for: .seconds(90)) } catch {
        cancelled.value = error is CancellationError
        throw error
      }
      return .status(200)
    }
    let task = Task { try await session.data(from: url) }
    for _ in 1...2 { _ = try await clock.nextSleep() }
    if code == .cancelled { task.cancel() } else { await clock.advance(by: .seconds(60)) }
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == code)
    while !cancelled.value { await Task.yield() }
  }

  /// On platforms other than Apple's, Foundation's own `data(for:)` may deadlock here.
  @Test func aCancellationDuringTheResponseEndsTheRequest() async throws {
    transport.when(\.respond) { _ in .json(1) }
    let client = URLSessionNetworkClient(session: session)
    for number in 1...200 {
      let task = Task { try await client.get(url, as: Int.self) }
      for _ in 0..<number % 40 { await Task.yield() }
      task.cancel()
      do {
        #expect(try await task.value == 1)
      } catch {
        #expect(error is CancellationError)
      }
    }
  }
}
