import FakedTesting
import Testing

struct ExploreFaultsTests {
  @Test func smoke() async throws {
    let report = try await exploreFaults {
      let s = FakeStorage()
      try s.set("a", "b")
      _ = try? s.get("a")
      try s.set("c", "d")
      #expect(s.invocationCount(of: \.set) == 2)
    }
    print(report)
  }
}
