import FakedClients
import Foundation
import TestSupport
import Testing

@Suite struct FakeTransportTests {
  private let transport = FakeTransport()
  private let url = URL(string: "https://example.com/greeting")!

  private func text(_ session: URLSession, _ path: String = "/") async throws -> String {
    let (data, _) = try await session.data(from: URL(string: "https://example.com" + path)!)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func aSessionReceivesTheStubbedResponses() async throws {
    let copy = transport
    copy.when(\.respond).then { invocationCount, request in
      .text("\(request.method) \(request.path) \(invocationCount)")
    }
    #expect(try await text(transport.session()) == "GET / 1")
    let session = transport.session()
    #expect(try await text(session, "/greeting") == "GET /greeting 2")
    #expect(transport.calls(to: \.respond).map(\.arguments.path) == ["/", "/greeting"])
    #expect(copy == transport && FakeTransport() != transport)
    transport.tearDown()
    #expect(!transport.wasCalled(\.respond))
    await #expect(throws: URLError.self) { try await text(session) }
  }

  @Test func anExistingConfigurationCanUseTheTransport() async throws {
    transport.when(\.respond) { request in .text(request.header("X-App") ?? "") }
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-App": "7"]
    transport.configure(configuration)
    #expect(try await text(URLSession(configuration: configuration)) == "7")
    #expect(configuration.urlCache == nil && configuration.urlCredentialStorage == nil)
    #expect(configuration.httpCookieStorage !== HTTPCookieStorage.shared)
    let own = URLSessionConfiguration.ephemeral
    let (storage, classes) = (own.httpCookieStorage, own.protocolClasses?.count)
    _ = transport.session(configuration: own)
    #expect(own.protocolClasses?.count == classes)
    transport.configure(own)
    #expect(own.httpCookieStorage === storage)
  }

  @Test func transportsInParallelNeverReceiveEachOthersRequests() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...50 {
        group.addTask {
          let transport = FakeTransport()
          transport.when(\.respond) { request in .text("\(number) \(request.path)") }
          let session = transport.session()
          for path in ["/a", "/b"] {
            let found = try await text(session, path)
            #expect(found == "\(number) \(path)")
          }
          #expect(transport.calls(to: \.respond).map(\.arguments.path) == ["/a", "/b"])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func aSessionDoesNotRetainItsTransport() async throws {
    weak var instance: FakeInstance?
    let session: URLSession
    do {
      let transport = FakeTransport()
      transport.when(\.respond) { _ in .text("kept") }
      instance = transport.instanceId
      session = transport.session()
      #expect(try await text(session) == "kept")
    }
    // The session may still be ending its request.
    while instance != nil {
      try Task.checkCancellation()
      await Task.yield()
    }
    let error = await #expect(throws: URLError.self) { try await text(session) }
    #expect(
      error?.localizedDescription == """
        GET https://example.com/ got no response, because the FakeTransport of its session no \
        longer exists. Keep the transport for as long as its sessions are used.
        """)
  }
}
