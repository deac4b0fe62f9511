import Faked
import Shapes

struct FakeRows: Rows, Faked {
  let instanceId: FakeInstance
  let forEach: FunctionID<(String) -> [Int], Returns> = "forEach(in:_:)"
  let withRow: FunctionID<() -> Int, Returns> = "withRow(_:)"
  let transaction: FunctionID<(Int) -> Bool, Throws> = "transaction(_:)"
  let perform: FunctionID<() -> Void, AsyncThrows> = "perform(_:)"
  let contains: FunctionID<() -> Int, Returns> = "contains(where:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  // A guess: body runs with the values that a stub returns.
  func forEach(in table: String, _ body: Completion) {
    for value in handleCall(\.forEach, table, default: []) { body(value) }
  }

  // A guess: body runs with the values that a stub returns.
  func withRow<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result {
    var value = handleCall(\.withRow)
    return try body(&value)
  }

  // A guess: body runs once, before the call, and its result is the argument.
  func transaction(_ body: () throws -> Int) throws -> Bool {
    try handleCall(\.transaction, body())
  }

  // A guess: body runs after the call, and its result is returned.
  func perform<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await handleCall(\.perform, default: ())
    return try await body()
  }

  // A guess: isWanted runs with the values that a stub returns.
  func contains(where isWanted: (Int) -> Bool) -> Bool {
    let value = handleCall(\.contains)
    return isWanted(value)
  }
}
