import FakedTesting
import Shapes
import Testing

@Suite(.faked) struct ParameterShapeTests {
  @Test func inoutParametersAreSetFromTheResult() {
    let fetcher = FakeFetcher()
    var number = 3
    fetcher.double(&number)
    #expect(number == 3)
    fetcher.when(\.double) { $0 * 2 }
    fetcher.double(&number)
    #expect(number == 6)
    #expect(fetcher.calls(to: \.double).map(\.arguments) == [3, 3])
  }

  @Test func escapingClosuresAreRecorded() async {
    let fetcher = FakeFetcher()
    fetcher.when(\.fetch) { key, completion in completion(key.count) }
    fetcher.when(\.later) { action in action?(7) }
    var fetched: [Int] = []
    fetcher.fetch("abc") { fetched.append($0) }
    fetcher.later { fetched.append($0) }
    #expect(fetched == [3, 7])
    let observed = Captured<[Int]>([])
    fetcher.observe { value in observed.withValue { $0.append(value) } }
    let action = fetcher.calls(to: \.observe)[0].arguments
    await action(1)
    #expect(observed.value == [1])
    fetcher.verify(\.fetch, matching: .equal("abc"), .any)
  }

  @Test func nonescapingClosuresAreCalledAsStubbed() async throws {
    let rows = FakeRows()
    rows.when(\.forEach).thenReturn([1, 2])
    rows.when(\.withRow).thenReturn(5)
    rows.when(\.transaction) { $0 > 0 }
    rows.when(\.perform).thenReturn().thenThrow(StoreError.locked)
    rows.when(\.contains).thenReturn(3)
    var sum = 0
    rows.forEach(in: "users") { sum += $0 }
    #expect(sum == 3)
    let changed = rows.withRow { row in
      row += 1
      return "\(row)"
    }
    #expect(changed == "6")
    #expect(try rows.transaction { 2 })
    #expect(throws: StoreError.full) { try rows.transaction { throw StoreError.full } }
    #expect(try await rows.perform { "done" } == "done")
    await #expect(throws: StoreError.locked) { try await rows.perform { "done" } }
    #expect(rows.contains { $0 == 3 })
    #expect(rows.calls(to: \.transaction).map(\.arguments) == [2])
    rows.verify(\.forEach, with: "users")
    rows.verify(\.perform, called: 2)
  }

  @Test func autoclosuresAreEvaluatedUnlessTheyEscape() {
    let fetcher = FakeFetcher()
    var count = 0
    func text() -> String {
      count += 1
      return "text"
    }
    fetcher.debug(text())
    fetcher.trace(text())
    #expect(count == 1)
    #expect(fetcher.calls(to: \.debug).map(\.arguments) == ["text"])
    let message = fetcher.calls(to: \.trace)[0].arguments
    #expect(message() == "text")
    fetcher.when(\.debug).thenReturn()
    fetcher.debug("")
    fetcher.verify(\.debug, with: "")
    fetcher.verify(\.trace)
  }
}
