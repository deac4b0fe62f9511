import Faked
import Foundation
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let typed: FunctionID<(Int) -> Int, Throws> = "typed"
  let named = "named"
  func typed(_ n: Int) throws -> Int { try handleCall(\.typed, n) }
  func named(_ n: Int) throws -> Int { try handleCall(\.named, params: n) }
}

private final class ObjectFake: Faked, Sendable {
  let typed: FunctionID<(Int) -> Int, Throws> = "typed"
  func typed(_ n: Int) throws -> Int { try handleCall(\.typed, n) }
}

private struct StringFake: Faked {
  let instanceId = UUID().description
  let named = "named"
  func named(_ n: Int) throws -> Int { try handleCall(\.named, params: n) }
}

struct CountingTests {
  private let tasks = 8
  private let calls = 2_000

  private func hammer(_ call: @escaping @Sendable (Int) throws -> Int) async throws -> [Int] {
    let calls = calls
    return try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<tasks { group.addTask { try (0..<calls).map(call) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test func countsAreExactUnderContention() async throws {
    let fake = Fake()
    fake.when(\.typed).then { count, _ in count }
    let counts = try await hammer { try fake.typed($0) }
    #expect(counts.sorted() == Array(1...tasks * calls))
    #expect(fake.invocationCount(of: \.typed) == tasks * calls)
    #expect(fake.calls(to: \.typed).count == tasks * calls)
  }

  @Test func countsOfStringIDsAreExactUnderContention() async throws {
    let fake = StringFake()
    defer { fake.tearDown() }
    fake.when(\.named) { count, _ in count }
    let counts = try await hammer { try fake.named($0) }
    #expect(Set(counts).count == tasks * calls)
    #expect(fake.invocationCount(of: \.named) == tasks * calls)
  }

  @Test func theFirstCallsOfAFakeAreCountedTogether() {
    // Many rounds, since the threads are not always in step.
    for _ in 0..<20 {
      let fakes = (0..<500).map { _ in StringFake() }
      defer { for fake in fakes { fake.tearDown() } }
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for fake in fakes { _ = try? fake.named(1) }
      }
      #expect(fakes.allSatisfy { $0.invocationCount(of: \.named) == 2 })
    }
  }

  @Test func countsOfObjectsAreExactUnderContention() async throws {
    let fake = ObjectFake()
    fake.when(\.typed).then { count, _ in count }
    let counts = try await hammer { try fake.typed($0) }
    #expect(Set(counts) == Set(1...tasks * calls))
  }

  @Test func aChainGivesEachStepOnceUnderContention() async throws {
    let fake = Fake()
    fake.when(\.typed).thenReturn(1, times: 100).thenReturn(0)
    let results = try await hammer { try fake.typed($0) }
    #expect(results.reduce(0, +) == 100)
  }

  @Test func aConditionalChainGivesEachStepOnceUnderContention() async throws {
    let fake = Fake()
    fake.when(\.typed) { _ in 0 }
    fake.when(\.typed).where { $0.isMultiple(of: 2) }.thenReturn(1, times: 100).thenReturn(0)
    let results = try await hammer { try fake.typed($0) }
    #expect(results.reduce(0, +) == 100)
  }

  @Test func indicesOrderTheCallsOfAllFakes() async throws {
    let first = Fake()
    let second = Fake()
    for fake in [first, second] { fake.when(\.typed) { $0 } }
    for n in 0..<100 { _ = try (n.isMultiple(of: 2) ? first : second).typed(n) }
    let all = (first.calls(to: \.typed) + second.calls(to: \.typed)).sorted { $0.index < $1.index }
    #expect(all.map(\.arguments) == Array(0..<100))
  }

  @Test func noTwoCallsOfAFakeHaveOneIndex() async throws {
    let fake = Fake()
    fake.when(\.typed) { $0 }
    let (tasks, calls) = (tasks, calls)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask { for n in 0..<calls { _ = try? fake.typed(n) } }
      }
    }
    let indices = fake.calls(to: \.typed).map(\.index)
    #expect(Set(indices).count == tasks * calls)
    #expect(indices == indices.sorted())
  }

  @Test func callsOfSeveralFakesAreInOrder() throws {
    let fakes = (0..<4).map { _ in Fake() }
    for fake in fakes { fake.when(\.typed) { $0 } }
    for n in 0..<4_000 { _ = try fakes[n % 4].typed(n) }
    let records = fakes.flatMap { $0.calls(to: \.typed) }.sorted { $0.index < $1.index }
    #expect(records.map(\.arguments) == Array(0..<4_000))
  }

  /// A closure that storage wraps anew at every call overflows such a stack after some thousands.
  @Test func aHundredThousandCallsFitASmallStack() throws {
    let fake = Fake()
    fake.when(\.typed).then { count, _ in count }
    fake.when(\.named) { count, _ in count }
    let last = Captured([0, 0])
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for n in 0..<100_000 {
        let result = [(try? fake.typed(n)) ?? -1, (try? fake.named(n)) ?? -1]
        last.value = result
      }
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    #expect(last.value == [100_000, 100_000])
  }
}
