#if canImport(FoundationNetworking)
  import FakedClients
  import Foundation
  import Testing

  /// The parts of Foundation that `FakeTransport` reads by reflection, and its messages if they are missing.
  @Suite struct FoundationPartsTests {
    private class Task {
      let workQueue = DispatchQueue(label: "work")
      let session: URLSession? = nil
    }
    private final class WholeTask: Task { let knownBody: Data? = nil }
    private enum Body { case text(String) }
    private struct Parts<Queue> {
      let workQueue: Queue
      let session: Any?
      let knownBody: Body?
    }
    private struct Session<Registry> { let taskRegistry: Registry }
    private struct Registry<Behaviors> { let behaviours: Behaviors }

    @Test func foundationHasAllRequiredParts() throws {
      let session = FakeTransport().session()
      let url = try #require(URL(string: "https://example.com/"))
      #expect(TaskInsides.missingPart(of: session.dataTask(with: url)) == nil)
      let upload = session.uploadTask(with: URLRequest(url: url), from: Data())
      #expect(TaskInsides.missingPart(of: upload) == nil)
      #expect(TaskInsides.missingPart(of: WholeTask()) == nil)
    }

    @Test func theErrorNamesAMissingPart() {
      let another = Session(taskRegistry: Registry(behaviours: ["1": 1]))
      let known = Session(taskRegistry: Registry(behaviours: [1: "handler"]))
      let queue = DispatchQueue(label: "work")
      func task(on queue: some AnyObject, of session: Any? = nil, _ body: Body? = nil) -> Any {
        Parts(workQueue: queue, session: session, knownBody: body)
      }
      let tasks: [(Any, String?)] = [
        (1, "URLSessionTask.workQueue"), (task(on: OperationQueue()), "URLSessionTask.workQueue"),
        (task(on: queue, .text("a")), "URLSessionTask.knownBody"),
        (Task(), "URLSessionTask.knownBody"), (task(on: queue, of: 1), "URLSession.taskRegistry"),
        (task(on: queue, of: another), "URLSession.taskRegistry.behaviours"),
        (task(on: queue, of: known), nil),
      ]
      for (task, part) in tasks { #expect(TaskInsides.missingPart(of: task) == part) }
    }

    @Test func theRequestFailsWithTheReason() throws {
      let request = URLRequest(url: try #require(URL(string: "https://example.com/a")))
      let error = TransportFailure.unreadable(request, missing: "URLSessionTask.workQueue")
      #expect(error.code == .unsupportedURL)
      #expect(
        error.localizedDescription == """
          GET https://example.com/a got no response, because FakeTransport reads \
          `URLSessionTask.workQueue`, which this version of Foundation does not have. Stub a \
          FakeNetworkClient, or update Faked.
          """)
    }
  }
#endif
