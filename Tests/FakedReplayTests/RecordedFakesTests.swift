import Faked
import FakedReplay
import TestSupport
import Testing

/// The calls that belong to a recording.
@Suite struct RecordedFakesTests {
  let folder = TemporaryFolder()

  /// An in-memory store that forwards one function to a server.
  private struct SpyStore: Faked {
    let instanceId = FakeInstance()
    let note: FunctionID<(String) -> Int, Returns> = "note(_:)"
    let pull: FunctionID<(Int) -> String, Throws> = "pull(_:)"
    let texts = Captured<[String]>([])
    let server = Captured(0)

    func note(_ text: String) -> Int {
      handleCall(
        \.note, text,
        default: texts.withValue {
          $0.append(text)
          return $0.count
        })
    }
    func pull(_ cursor: Int) throws -> String {
      try handleCall(\.pull, cursor, real: pulled(cursor))
    }
    private func pulled(_ cursor: Int) -> String {
      server.withValue { $0 += 1 }
      return "page \(cursor)"
    }
  }

  @Test func onlyCallsOfTheRealImplementationAreRecorded() async {
    for (mode, requests) in [(RecordingMode.all, 1), (.none, 0)] {
      let run = await recording(folder, mode: mode) { () async throws in
        let store = SpyStore()
        #expect([store.note("a"), store.note("a")] == [1, 2])
        #expect(try store.pull(3) == "page 3")
        #expect(store.texts.value == ["a", "a"])
        #expect(store.server.value == requests)
      }
      #expect(run.failures == [] && run.error == nil)
    }
    #expect(folder.text().contains("SpyStore.pull(_:)"))
    #expect(!folder.text().contains("note"))
  }
}
