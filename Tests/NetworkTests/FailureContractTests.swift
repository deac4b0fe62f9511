import FakeableClients
import FakedClients
import Foundation
import Testing

/// What goes wrong with the fake goes wrong with a server in the same way.
@Suite struct FailureContractTests {
  @Test(arguments: Wire.allCases) func aServerThatHangsUpIsAnURLError(wire: Wire) async throws {
    try await wire.run { _ in
      // What Foundation makes of a connection that ends without a response.
      .failure(.badServerResponse)
    } _: { network in
      let error = await #expect(throws: URLError.self) {
        try await network.session().data(for: network.request("/"))
      }
      #expect(error?.code == .badServerResponse)
    }
  }

  @Test(arguments: Wire.allCases) func aBodyThatBreaksOffIsAnURLError(wire: Wire) async throws {
    try await wire.run { _ in
      .chunks([Data("half".utf8)]).broken()
    } _: { network in
      // Which code it is depends on the platform.
      _ = await #expect(throws: URLError.self) {
        try await network.session().data(for: network.request("/"))
      }
    }
  }

  @Test(arguments: Wire.allCases) func anAnswerThatIsLateIsATimeout(wire: Wire) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      var request = network.request("/")
      request.timeoutInterval = 1
      let error = await #expect(throws: URLError.self) {
        try await network.session().data(for: request)
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test(arguments: Wire.allCases)
  func theTimeoutOfTheConfigurationHoldsForItsRequests(wire: Wire) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = 1
      let error = await #expect(throws: URLError.self) {
        try await network.session(configuration).data(for: network.request("/"))
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test(arguments: Wire.allCases) func aCancelledRequestEndsAtOnce(wire: Wire) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let session = network.session()
      let task = Task { try await session.data(for: network.request("/")) }
      await network.arrival()
      task.cancel()
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

  @Test(arguments: Wire.allCases)
  func aSessionThatIsInvalidatedCancelsItsRequests(wire: Wire) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let session = network.session()
      let task = Task { try await session.data(for: network.request("/")) }
      await network.arrival()
      session.invalidateAndCancel()
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }
  }
}
