#if canImport(FoundationNetworking)
  import FakedClients
  import Foundation
  import Testing

  /// The parts of Foundation that `FakeTransport` reads by reflection, and its messages if they are missing.
  @Suite struct FoundationPartsTests {
    @Test func foundationHasAllRequiredParts() throws {
      let session = FakeTransport().session()
      let url = try #require(URL(string: "https://example.com/"))
      #expect(TaskInsides.missingPart(of: session.dataTask(with: url)) == nil)
      let upload = session.uploadTask(with: URLRequest(url: url), from: Data())
      #expect(TaskInsides.missingPart(of: upload) == nil)
      #expect(TaskInsides.missingPart(of: 1) == "URLSessionTask.workQueue")
    }

    @Test func theRequestFailsWithTheReason() throws {
      let request = URLRequest(url: try #require(URL(string: "https://example.com/a")))
      let error = TransportFailure.unreadable(request, missing: "URLSessionTask.workQueue")
      #expect(error.code == .unsupportedURL)
      #expect(
        error.localizedDescription == """
          GET https://example.com/a got no response, because FakeTransport uses \
          `URLSessionTask.workQueue`, which this version of Foundation lacks or links statically. \
          Stub a FakeNetworkClient, or update Faked.
          """)
    }
  }
#endif
