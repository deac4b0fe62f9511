import Faked
import Shapes

struct FakeRows: Rows, Faked {
  let instanceId = FakeInstance()
  let forEach: FunctionID<(String) -> [Int]> = "forEach"
  let withRow: FunctionID<() -> Int> = "withRow"
  let transaction: FunctionID<(Int) throws -> Bool> = "transaction"
  let perform: FunctionID<() async throws -> Void> = "perform"
  let contains: FunctionID<() -> Int> = "contains"

  func forEach(in table: String, _ body: Completion) {
    for value in handleCall(\.forEach, table, default: []) { body(value) }
  }

  func withRow<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result {
    var value = handleCall(\.withRow)
    return try body(&value)
  }

  func transaction(_ body: () throws -> Int) throws -> Bool {
    try handleCall(\.transaction, body())
  }

  func perform<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await handleCall(\.perform)
    return try await body()
  }

  func contains(where isWanted: (Int) -> Bool) -> Bool {
    let value = handleCall(\.contains)
    return isWanted(value)
  }
}
