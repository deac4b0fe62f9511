import Dispatch
import FakedTesting
import Testing

private final class ClassFake: Faked, @unchecked Sendable {
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let wait: FunctionID<(Int) -> Int, AsyncThrows> = "wait"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  func wait(_ n: Int) async throws -> Int { try await handleCall(\.wait, n) }
}

// A task that outlives its test may keep calling its fakes, even while their scope ends.
struct StragglerTests {
  @Test(arguments: 0..<200)
  func aThreadMayCallAFakeWhileItsScopeEnds(number: Int) {
    let group = DispatchGroup()
    withFakedScope(.lenient) {
      let fake = ClassFake()
      fake.when(\.load, with: 1).thenReturn(1)
      let hasCalled = DispatchSemaphore(value: 0)
      DispatchQueue.global().async(group: group) {
        for round in 0..<200 {
          _ = try? fake.load(1)
          if round == 50 { hasCalled.signal() }
        }
      }
      hasCalled.wait()
    }
    group.wait()
  }

  @Test func aTaskThatOutlivesAnExplorationMayCallItsFakes() async throws {
    let group = DispatchGroup()
    let report = try await exploreOrders(limit: 6) {
      let fake = ClassFake()
      fake.when(\.wait, with: 1).thenReturn(1)
      fake.when(\.load, with: 1).thenReturn(1)
      group.enter()
      Task {
        _ = try? await fake.wait(1)
        DispatchQueue.global().async {
          for _ in 0..<20_000 { _ = try? fake.load(1) }
          group.leave()
        }
      }
      async let first = fake.wait(1)
      async let second = fake.wait(1)
      _ = try await (first, second)
    }
    #expect(report.broken.isEmpty)
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }
}
