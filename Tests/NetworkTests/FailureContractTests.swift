import FakeableClients
import FakedClients
import Foundation
import TestSupport
import Testing

/// What goes wrong with the fake goes wrong with a server in the same way.
@Suite struct FailureContractTests {
  @Test(arguments: Wire.allCases)
  func aServerThatHangsUpOrBreaksOffIsAnURLError(wire: Wire) async throws {
    try await wire.run { request in
      // What Foundation makes of a connection that ends without a response.
      request.path == "/none"
        ? .failure(.badServerResponse) : .chunks([Data("half".utf8)]).broken()
    } _: { network in
      let error = await #expect(throws: URLError.self) {
        try await network.session().data(for: network.request("/none"))
      }
      #expect(error?.code == .badServerResponse)
      // Which code it is depends on the platform.
      _ = await #expect(throws: URLError.self) {
        try await network.session().data(for: network.request("/half"))
      }
    }
  }

  @Test(.tags(.slow), arguments: Wire.allCases, [false, true])
  func anAnswerThatIsLateIsATimeout(wire: Wire, isOfConfiguration: Bool) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let configuration = URLSessionConfiguration.ephemeral
      var request = network.request("/")
      if isOfConfiguration {
        configuration.timeoutIntervalForRequest = 1
      } else {
        request.timeoutInterval = 1
      }
      let sent = request
      let error = await #expect(throws: URLError.self) {
        try await network.session(configuration).data(for: sent)
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test(arguments: Wire.allCases, [false, true])
  func aCancelledRequestEndsAtOnce(wire: Wire, bySession: Bool) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let session = network.session()
      let task = Task { try await session.data(for: network.request("/")) }
      await network.arrival()
      if bySession { session.invalidateAndCancel() } else { task.cancel() }
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }
  }

  @Test(arguments: Wire.allCases) func aDelegateHearsOfACancellation(wire: Wire) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let delegate = RecordingDelegate()
      let session = network.session(delegate: delegate)
      let task = session.dataTask(with: network.request("/"))
      task.resume()
      await network.arrival()
      task.cancel()
      await delegate.end()
      #expect(delegate.events == ["error \(URLError.Code.cancelled.rawValue)"])
    }
  }
}
