import FakedTesting
import Shapes
import Testing

@Suite(.faked) struct GenericShapeTests {
  @Test func genericParametersAreRecordedAsExistentials() {
    let log = FakeLog()
    log.when(\.write, matching: .type(Int.self), .any).thenReturn()
    log.write(42, level: 1)
    log.all([1], ["a": 2], nil)
    log.each(1, "two", 3.0)
    #expect(log.calls(to: \.write).map(\.arguments.0.description) == ["42"])
    #expect(log.calls(to: \.all)[0].arguments.1["a"] as? Int == 2)
    #expect(log.calls(to: \.each)[0].arguments.count == 3)
    log.verify(\.write)
  }

  @Test func genericResultsHaveTheTypeOfTheCaller() async throws {
    let loader = FakeLoader()
    loader.when(\.load, with: "age").thenReturn(41)
    loader.when(\.load, with: "name").thenReturn("Ada")
    loader.when(\.list).thenReturn([1, 2])
    loader.when(\.change) { ("new \($0)", true) }
    #expect(try loader.load("age") == 41)
    #expect(try loader.load("name") == "Ada")
    #expect(try await loader.list(of: Int.self) == [1, 2])
    var text = "text"
    #expect(loader.change(&text))
    #expect(text == "new text")
    loader.when(\.page) { number in (value: "page \(number)", next: nil) }
    let page: (value: String, next: Int?) = try loader.page(1)
    #expect(page == ("page 1", nil))
    #expect(loader.calls(to: \.load).map(\.arguments) == ["age", "name"])
    loader.verify(\.list)
  }

  @Test func associatedTypesAreGenericParametersOfTheFake() throws {
    let repository = FakeRepository<Int, [Int]>()
    repository.when(\.add).thenReturn()
    repository.when(\.allID).thenReturn([1])
    try repository.add(1)
    #expect(try repository.all() == [1])
    #expect(repository.calls(to: \.add).map(\.arguments) == [1])
    repository.verify(\.add, with: 1)
  }
}
