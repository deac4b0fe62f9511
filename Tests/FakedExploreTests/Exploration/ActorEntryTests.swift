import FakedExplore
import TestSupport
import Testing

/// Orders that preempt a task between its own code and the actor that it calls.
@Suite(.enabled(if: AwaitPoints.make() != nil && TaskControl.isComplete))
struct ActorEntryTests {
  private actor LogFile {
    private var isClosed = false
    private(set) var lostCount = 0
    func write() { if isClosed { lostCount += 1 } }
    func close() { isClosed = true }
  }

  private struct Logger {
    let isStopped = Captured(false)
    let file = LogFile()
    func log() async { if !isStopped.value { await file.write() } }
    func stop() async {
      isStopped.value = true
      await file.close()
    }
  }

  @Test func aCheckBeforeAnActorIsCalledCanBeOutOfDate() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let logger = Logger()
        async let logging: Void = logger.log()
        async let stopping: Void = logger.stop()
        _ = await (logging, stopping)
        #expect(await logger.file.lostCount == 0)
      }
    }
    #expect(report.brokenCount > 0, "\(report)")
    #expect(report.isComplete)
  }

  private actor Latest {
    private(set) var number = 0
    func set(_ new: Int) { number = new }
  }
  @MainActor private final class LatestOnMain {
    private(set) var number = 0
    nonisolated init() {}
    func set(_ new: Int) { number = new }
  }
  @globalActor private actor Store { static let shared = Store() }
  @Store private final class LatestInStore {
    private(set) var number = 0
    nonisolated init() {}
    func set(_ new: Int) { number = new }
  }

  private func ticket(_ last: Captured<Int>) -> Int {
    last.withValue {
      $0 += 1
      return $0
    }
  }

  @Test(arguments: ["actor", "main actor", "global actor"])
  func numbersCanReachAnActorInAnotherOrder(_ kind: String) async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let last = Captured(0)
        let (latest, main, store) = (Latest(), LatestOnMain(), LatestInStore())
        await withTaskGroup { group in
          for _ in 1...2 {
            group.addTask {
              let number = ticket(last)
              switch kind {
              case "actor": await latest.set(number)
              case "main actor": await main.set(number)
              default: await store.set(number)
              }
            }
          }
        }
        let numbers = await [latest.number, main.number, store.number]
        #expect(numbers.max() == 2)
      }
    }
    #expect(report.brokenCount > 0, "\(report)")
  }
}
