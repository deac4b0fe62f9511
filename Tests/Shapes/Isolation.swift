package protocol Tally: Actor {
  var total: Int { get }
  func add(_ number: Int) async throws -> Int
  nonisolated func name() -> String
}

@MainActor package protocol Screen {
  var title: String { get set }
  func show(_ text: String) async -> Bool
  nonisolated func kind() -> Int
}

package protocol Delegate: AnyObject, Sendable {
  func didEnd(_ code: Int)
  func copy() -> Self
}
