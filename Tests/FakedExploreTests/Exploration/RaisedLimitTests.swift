import FakedExplore
import Testing

struct RaisedLimitTests {
  @Test(arguments: ["many", "0", "1e5"]) func ordersThatAreNotANumberAreInvalid(_ text: String) {
    let error = #expect(throws: FakedError.self) {
      try raisedLimit(5, by: text)
    }
    #expect(
      error?.description
        == "FAKED_ORDERS=\(text) is not a number of orders. Use a number such as 100000.")
  }
}
