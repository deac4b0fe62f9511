package typealias Completion = (Int) -> Void

package protocol Fetcher {
  func fetch(_ key: String, completion: @escaping Completion)
  func observe(_ action: @escaping @MainActor @Sendable (Int) -> Void)
  func later(_ action: Completion?)
  func debug(_ message: @autoclosure () -> String)
  func trace(_ message: @autoclosure @escaping () -> String)
  func double(_ number: inout Int)
}

package protocol Rows {
  func forEach(in table: String, _ body: Completion)
  func withRow<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result
  func transaction(_ body: () throws -> Int) throws -> Bool
  func perform<Result>(_ body: () async throws -> Result) async throws -> Result
  func contains(where isWanted: (Int) -> Bool) -> Bool
}
