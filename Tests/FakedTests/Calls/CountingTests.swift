import Faked
import Foundation
import TestSupport
import Testing

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

  private func stringFake() -> KeyedFake<String> { KeyedFake(instanceId: UUID().description) }

  @Test func countsAreExactUnderContentionForEveryIdentity() async throws {
    let all = Array(1...tasks * calls)
    let token = KeyedFake()
    token.when(\.load).then { count, _ in count }
    #expect(try await hammer { try token.load($0) }.sorted() == all)
    #expect(token.invocationCount(of: \.load) == all.count)
    let indices = token.calls(to: \.load).map(\.index)
    #expect(Set(indices).count == all.count)
    #expect(indices == indices.sorted())
    let string = stringFake()
    defer { string.tearDown() }
    string.when(\.send) { count, _ in count }
    #expect(try await hammer { try string.send($0) }.sorted() == all)
    #expect(string.invocationCount(of: \.send) == all.count)
    let object = FakeObject()
    object.when(\.load).then { count, _ in count }
    #expect(try await hammer { try object.load($0) }.sorted() == all)
  }

  @Test func aChainGivesEachStepOnceUnderContention() async throws {
    let fake = FakeObject()
    fake.when(\.load).thenReturn(1, times: 100).thenReturn(0)
    #expect(try await hammer { try fake.load($0) }.reduce(0, +) == 100)
    fake.when(\.load) { _ in 0 }
    fake.when(\.load).where { $0.isMultiple(of: 2) }.thenReturn(1, times: 100).thenReturn(0)
    #expect(try await hammer { try fake.load($0) }.reduce(0, +) == 100)
  }
}
