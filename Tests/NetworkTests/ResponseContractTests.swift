import FakeableClients
import FakedClients
import Foundation
import Testing

/// What comes back from the fake is what comes back from a server.
@Suite struct ResponseContractTests {
  @Test(arguments: Wire.allCases) func aResponseComesBackWhole(wire: Wire) async throws {
    try await wire.run { _ in
      .text("Hello, Zoë", status: 203, headers: ["X-Number": "7"])
    } _: { network in
      let (data, response) = try await network.session().data(for: network.request("/a?b=c"))
      let http = try #require(response as? HTTPURLResponse)
      #expect(String(decoding: data, as: UTF8.self) == "Hello, Zoë")
      #expect(http.statusCode == 203)
      #expect(http.value(forHTTPHeaderField: "x-number") == "7")
      #expect(http.url?.absoluteString == network.url.absoluteString + "/a?b=c")
      #expect(http.mimeType == "text/plain")
      #expect(http.textEncodingName?.lowercased() == "utf-8")
      #expect(http.expectedContentLength == Int64(data.count))
    }
  }

  @Test(arguments: Wire.allCases) func everyStatusIsAResponse(wire: Wire) async throws {
    try await wire.run { request in
      .text("body", status: Int(request.query("status") ?? "") ?? 0)
    } _: { network in
      let session = network.session()
      for status in [200, 201, 204, 206, 299, 304, 400, 401, 404, 418, 500, 503] {
        let (data, response) = try await session.data(for: network.request("/?status=\(status)"))
        #expect((response as? HTTPURLResponse)?.statusCode == status)
        #expect(data.count == (status == 204 || status == 304 ? 0 : 4))
      }
    }
  }

  @Test(arguments: Wire.allCases) func aResponseWithoutABodyIsEmptyData(wire: Wire) async throws {
    try await wire.run { request in
      request.method == "HEAD" ? .text("body") : .status(200)
    } _: { network in
      let head = network.request("/", method: "HEAD")
      let (data, response) = try await network.session().data(for: head)
      #expect(data.isEmpty)
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Length") == "4")
      #expect(response.expectedContentLength == 4)
      let (none, empty) = try await network.session().data(for: network.request("/"))
      #expect(none.isEmpty)
      #expect(empty.expectedContentLength == 0)
    }
  }

  @Test(arguments: Wire.allCases) func megabytesGoThereAndBack(wire: Wire) async throws {
    try await wire.run { request in
      .data(request.body)
    } _: { network in
      let body = Data(repeating: 7, count: 2_999_999) + Data([8])
      let request = network.request("/", method: "POST", body: body)
      let (data, _) = try await network.session().data(for: request)
      #expect(data == body)
      #expect(network.requests().map(\.body) == [body])
    }
  }

  @Test(arguments: Wire.allCases, [false, true])
  func chunksAreOneBody(wire: Wire, hasDelegate: Bool) async throws {
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

  @Test(arguments: Wire.allCases) func aDelegateHearsItInOrder(wire: Wire) async throws {
    try await wire.run { _ in
      .chunks([Data("one ".utf8), Data("two".utf8)])
    } _: { network in
      let delegate = RecordingDelegate()
      let session = network.session(delegate: delegate)
      session.dataTask(with: network.request("/")).resume()
      await delegate.end()
      // Parts that arrive together may be joined, by a real network.
      #expect(delegate.events.first == "response 200")
      #expect(delegate.events.last == "end")
      #expect(delegate.data == Data("one two".utf8))
      session.invalidateAndCancel()
    }
  }

  @Test(arguments: Wire.allCases) func manyRequestsAtOnceGetTheirOwnAnswers(wire: Wire) async throws
  {
    try await wire.run { request in
      .text(request.path)
    } _: { network in
      let session = network.session()
      let answers = try await withThrowingTaskGroup(of: (String, String).self) { group in
        for number in 1...200 {
          group.addTask {
            let (data, _) = try await session.data(for: network.request("/\(number)"))
            return ("/\(number)", String(decoding: data, as: UTF8.self))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 200)
      #expect(answers.allSatisfy { $0 == $1 })
      #expect(Set(network.requests().map(\.path)).count == 200)
      // And one after the other.
      for number in 1...20 {
        let (data, _) = try await session.data(for: network.request("/\(number)"))
        #expect(String(decoding: data, as: UTF8.self) == "/\(number)")
      }
    }
  }
}
