import Dispatch
import FakedTesting
import Testing

private final class ClassFake: Faked, @unchecked Sendable {
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
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
}
