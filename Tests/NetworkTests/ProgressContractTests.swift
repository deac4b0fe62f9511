#if canImport(FoundationNetworking)
  import FakedClients
  import Foundation
  import TestSupport
  import Testing

  /// The contract for the progress of uploads, which the fake and a server must meet. On Apple's platforms, Foundation
  /// doesn't let a protocol report progress.
  @Suite struct ProgressContractTests {
    enum Source: CaseIterable { case request, upload, stream, handler }

    @Test(arguments: Wire.allCases, Source.allCases)
    func anUploadReportsItsProgress(wire: Wire, source: Source) async throws {
      for size in [3, 300_000] { try await upload(size, by: source, on: wire) }
    }

    private func upload(_ size: Int, by source: Source, on wire: Wire) async throws {
      try await wire.run(respond: { _ in .text("hello") }) { network in
        let body = Data(repeating: 7, count: size)
        let delegate = ProgressDelegate(upload: body)
        let session = network.session(delegate: delegate)
        var request = network.request("/", method: "POST")
        if source == .request { request.httpBody = body }
        let task =
          switch source {
          case .request: session.dataTask(with: request)
          case .upload: session.uploadTask(with: request, from: body)
          case .stream: session.uploadTask(withStreamedRequest: request)
          case .handler:
            session.uploadTask(with: request, from: body) { _, _, _ in delegate.ended.yield() }
          }
        task.resume()
        for await _ in delegate.ends { break }
        // A session doesn't know the length of a stream, and reports no progress to a delegate with a handler.
        let expected = source == .stream ? 0 : Int64(size)
        let sent = source == .handler ? 0 : Int64(size)
        let parts = delegate.parts.value
        #expect(parts.map(\.count).reduce(0, +) == sent)
        #expect(parts.map(\.total) == parts.map(\.total).sorted() && parts.last?.total ?? 0 == sent)
        #expect(parts.allSatisfy { $0.count <= 65_536 && $0.expected == expected })
        #expect([task.countOfBytesSent, task.countOfBytesExpectedToSend] == [sent, expected])
        #expect(task.countOfBytesExpectedToReceive == 5)
      }
    }

    @Test(arguments: Wire.allCases, [true, false])
    func aResponseReportsItsLength(wire: Wire, isAnnounced: Bool) async throws {
      let response = isAnnounced ? FakeResponse.text("hello") : .chunks([Data("hello".utf8)])
      try await wire.run(respond: { _ in response }) { network in
        let delegate = ProgressDelegate(upload: Data())
        let task = network.session(delegate: delegate).dataTask(with: network.request("/"))
        task.resume()
        for await _ in delegate.ends { break }
        #expect(task.countOfBytesExpectedToReceive == (isAnnounced ? 5 : -1))
        #expect(delegate.parts.value.isEmpty && task.countOfBytesSent == 0)
      }
    }
  }

  private final class ProgressDelegate: NSObject, URLSessionDataDelegate, Sendable {
    let parts = Captured<[(count: Int64, total: Int64, expected: Int64)]>([])
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    private let upload: Data

    init(upload: Data) { self.upload = upload }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
      totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
      parts.withValue { $0.append((count, totalBytesSent, totalBytesExpectedToSend)) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      completionHandler(InputStream(data: upload))
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      ended.yield()
    }
  }
#endif
