import Dispatch
import Faked
import FakedScheduler
import TestSupport
import Testing

/// Runs that use the same global actor.
@Suite struct GlobalActorLockTests {
  @Test(.enabled(if: TaskControl.isComplete))
  func aRunWithinARunThatEndsDoesNotOverlapWithOthers() async {
    let (isOtherInside, overlaps) = (Locked(false), Locked(false))
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    var beginnings = begins.makeAsyncIterator()
    let end = DispatchSemaphore(value: 0)
    var limits = Scheduler.Limits()
    limits.patience = .seconds(3_600)
    let other = Task { [limits] in
      await ScenarioRun.along(.empty, limits: limits) {
        await Gate.shared.pass()
        isOtherInside.withLock { $0 = true }
        begin.yield()
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            end.wait()
            continuation.resume()
          }
        }
        await Gate.shared.pass()
        isOtherInside.withLock { $0 = false }
      }
    }
    await beginnings.next()
    let outer = Task {
      await ScenarioRun.along(.empty) {
        Task {
          _ = await ScenarioRun.along(.empty) {
            begin.yield()
            await Gate.shared.pass()
            if isOtherInside.withLock({ $0 }) { overlaps.withLock { $0 = true } }
          }
        }
      }
    }
    await beginnings.next()
    end.signal()
    #expect(await other.value.ending == .completed)
    #expect(await outer.value.ending == .completed)
    #expect(!overlaps.withLock { $0 })
  }
}

@globalActor actor Gate {
  static let shared = Gate()
  private var count = 0

  // The optimizer removes a move to an actor that does nothing there.
  @inline(never) func pass() { count += 1 }
}
