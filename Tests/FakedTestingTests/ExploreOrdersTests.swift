import FakedTesting
import Testing

private struct FakeSearch: Faked {
  let instanceId = FakeInstance()
  let find: FunctionID<(String) async throws -> String> = "find"
  init() { when(\.find) { text in "found " + text } }
  func find(_ text: String) async throws -> String { try await handleCall(\.find, text) }
}

private actor Box {
  let search: FakeSearch
  var shown = ""
  init(_ s: FakeSearch) { search = s }
  func type(_ text: String) async throws { shown = try await search.find(text) }
  func set(_ s: String) { shown = s}
}

struct ExploreOrdersTests {
  @Test func smoke() async throws {
    let clock = ContinuousClock()
    print(try await clock.measure {
    let report = try await exploreOrders {
      let s = FakeSearch()
      let box = Box(s)
      await withTaskGroup(of: Void.self) { g in
        for t in ["a", "b", "c", "d"] { g.addTask { try? await box.type(t) } }
      }
    }
    print(report, report.orders.map(\.calls))
    })
    print(try await clock.measure {
    let report = try await exploreOrders {
      let s = FakeSearch()
      let box = Box(s)
      let a = Task { try? await box.type("a") }
      let b = Task { try? await box.type("b") }
      let c = Task { try? await box.type("c") }
      _ = await (a.value, b.value, c.value)
      #expect(await box.shown == "found c")
    }
    print(report, report.orders.map(\.calls))
    })
  }
}
