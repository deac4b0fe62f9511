import FakedClients
import FakedTesting
import Foundation
import Testing

/// Requests that wait until the test answers them.
@Suite(.faked) struct HeldResponseTests {
  private let transport = FakeTransport()
  private let session: URLSession

  init() { session = transport.session() }

  private func text(of path: String) async throws -> String {
    let url = try #require(URL(string: "https://example.com/\(path)"))
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }

  @Test func requestsAreAnsweredInAnyOrder() async throws {
    let held = transport.hold(\.respond)
    let first = Task { try await text(of: "1") }
    let one = try await held.next()
    async let second = text(of: "2")
    let two = try await held.next()
    #expect([one, two].map(\.arguments.path) == ["/1", "/2"])
    two.resume(returning: .text("two"))
    #expect(try await second == "two")
    one.resume(throwing: URLError(.networkConnectionLost))
    let error = await #expect(throws: URLError.self) { try await first.value }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test func aCancelledRequestIsNotHeldAnyMore() async throws {
    let held = transport.hold(\.respond)
    let task = Task { try await text(of: "1") }
    #expect(try await held.next().arguments.path == "/1")
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    held.release()
  }
}
