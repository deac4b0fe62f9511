import Faked
import Testing

/// Counts the calls of the descriptions and of the `==` of a test.
private final class Probe: Sendable {
  let texts = Captured(0)
  let comparisons = Captured(0)
}

private struct Key: Hashable, CustomStringConvertible {
  let probe: Probe
  let number: Int

  static func == (left: Key, right: Key) -> Bool {
    left.probe.comparisons.withValue { $0 += 1 }
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
  var description: String {
    probe.texts.withValue { $0 += 1 }
    return "key \(number)"
  }
}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let get: FunctionID<(Key) -> Int, Throws> = "get"
  let fetch: FunctionID<(Key) -> Int, AsyncThrows> = "fetch"
  let find = "find"
  func fetch(_ key: Key) async throws -> Int { try await handleCall(\.fetch, key) }
  func get(_ key: Key) throws -> Int { try handleCall(\.get, key) }
}

/// Only failures render text. Passing calls render none, and no matcher or `==` runs for a text.
struct QuietTextTests {
  private let fake = Fake()
  private let probe = Probe()

  private func key(_ number: Int) -> Key { Key(probe: probe, number: number) }

  @Test func stubsAndHoldsThatRespondRenderNoText() async throws {
    fake.when(\.get, with: key(1)).thenReturn(1)
    fake.when(\.get, matching: .all(.equal(key(2)), .not(.oneOf(key(3))))).thenReturn(2)
    fake.when(\.find, with: key(4)).thenReturn(4)
    #expect(try (fake.get(key(1)), fake.get(key(2))) == (1, 2))
    #expect(try fake.handleCall(\.find, params: key(4)) == 4)
    let held = fake.hold(\.fetch, with: key(1))
    let (fake, key) = (fake, key(1))
    let task = Task { try await fake.fetch(key) }
    try await held.next().resume(returning: 5)
    #expect(try await task.value == 5)
    #expect(probe.texts.value == 0)
  }

  @Test func stubsAreRenderedOutsideTheLock() throws {
    struct Curious: Equatable, CustomStringConvertible {
      let fake: Fake
      static func == (left: Self, right: Self) -> Bool { false }
      var description: String { "\(fake.invocationCount(of: \.get)) calls" }
    }
    struct Other: Faked {
      let instanceId: FakeInstance
      let see: FunctionID<(Curious) -> Int, Throws> = "see"
      let lost: FunctionID<() -> Int, Throws> = "lost"
    }
    let other = Other(instanceId: fake.instanceId)
    other.when(\.see, with: Curious(fake: fake)).thenReturn(1)
    let error = #expect(throws: FakedError.self) { try other.handleCall(\.lost) }
    #expect(error?.message.contains("Stubbed: see (0 calls)") == true)
  }
}
