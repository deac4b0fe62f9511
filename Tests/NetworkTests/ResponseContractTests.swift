import FakedClients
import Foundation
import TestSupport
import Testing

/// The contract for responses, which the fake and a server must meet.
@Suite struct ResponseContractTests {
  @Test(arguments: Wire.allCases) func theWholeResponseIsReceived(wire: Wire) async throws {
    try await wire.run { _ in
      .text("Hello, Zoë", status: 203, headers: ["X-Number": "7"])
    } _: { network in
      let (data, response) = try await network.session().data(for: network.request("/a?b=c"))
      let http = try #require(response as? HTTPURLResponse)
      #expect(data == Data("Hello, Zoë".utf8))
      #expect(http.statusCode == 203 && http.expectedContentLength == Int64(data.count))
      let texts = [
        http.value(forHTTPHeaderField: "x-number"), http.url?.absoluteString, http.mimeType,
        http.textEncodingName?.lowercased(),
      ]
      #expect(texts == ["7", network.url.absoluteString + "/a?b=c", "text/plain", "utf-8"])
    }
  }

  @Test(arguments: Wire.allCases, [false, true])
  func chunksAreJoined(wire: Wire, hasDelegate: Bool) async throws {
    try await wire.run { _ in
      .chunks(["one ", "two ", "three"].map { Data($0.utf8) }, status: 202)
    } _: { network in
      let session = network.session(delegate: hasDelegate ? RecordingDelegate() : nil)
      defer { session.invalidateAndCancel() }
      let (data, response) = try await session.data(for: network.request("/"))
      #expect(String(decoding: data, as: UTF8.self) == "one two three")
      #expect(response.expectedContentLength == -1)
      let handled = await withCheckedContinuation { continuation in
        session.dataTask(with: network.request("/")) { data, response, error in
          let status = error == nil ? (response as? HTTPURLResponse)?.statusCode : nil
          continuation.resume(returning: status == 202 ? data : nil)
        }.resume()
      }
      #expect(handled == data)
    }
  }

  @Test(arguments: Wire.allCases) func aDelegateReceivesEventsInOrder(wire: Wire) async throws {
    try await wire.run { _ in
      .chunks([Data("one ".utf8), Data(), Data("two".utf8)])
    } _: { network in
      let delegate = RecordingDelegate()
      let session = network.session(delegate: delegate)
      session.dataTask(with: network.request("/")).resume()
      await delegate.end()
      // A real network may join parts that arrive together.
      let events = delegate.events
      #expect(wire == .real || events == ["response 200", "4 bytes", "3 bytes", "end"])
      #expect(events.first == "response 200" && events.last == "end")
      #expect(delegate.data == Data("one two".utf8))
      session.invalidateAndCancel()
    }
  }

  @Test(arguments: Wire.allCases)
  func concurrentRequestsGetTheirOwnResponses(wire: Wire) async throws {
    try await wire.run { request in
      .text(request.path)
    } _: { network in
      let session = network.session()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...200 {
          group.addTask {
            let text = try await network.text("/\(number)", session)
            #expect(text == "/\(number)")
          }
        }
        try await group.waitForAll()
      }
      #expect(Set(network.requests().map(\.path)).count == 200)
      // Repeat the requests one at a time.
      for number in 1...20 {
        let text = try await network.text("/\(number)", session)
        #expect(text == "/\(number)")
      }
    }
  }

  // MARK: No response

  @Test(.tags(.slow), arguments: Wire.allCases, [false, true])
  func aLateResponseTimesOut(wire: Wire, isOfConfiguration: Bool) async throws {
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

  @Test(.urgent, arguments: Wire.allCases, [false, true])
  func aCanceledRequestEndsAndNotifiesItsDelegate(wire: Wire, bySession: Bool) async throws {
    try await wire.run { _ in
      .status(200).delayed(by: .seconds(300))
    } _: { network in
      let delegate = RecordingDelegate()
      let session = network.session(delegate: delegate)
      let heard = session.dataTask(with: network.request("/"))
      heard.resume()
      let task = Task { try await session.data(for: network.request("/")) }
      await network.arrivals(2)
      heard.cancel()
      await delegate.end()
      #expect(delegate.events == ["error \(URLError.Code.cancelled.rawValue)"])
      if bySession { session.invalidateAndCancel() } else { task.cancel() }
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }
  }
}
