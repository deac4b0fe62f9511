import FakedExplore
import TestSupport

// Types and fakes for the tests of `exploreResults`.
enum Side: CaseIterable { case left, right }
enum Level: CaseIterable, FakedDefault {
  case low, middle, high
  static var fakedDefault: Level { .middle }
}
struct Secret {}
final class Page: Sendable {}
struct Own: FakedDefault, Equatable {
  var number: Int
  static var fakedDefault: Own { Own(number: 0) }
}

extension FakeDepot {
  /// Counts a run, and creates its depot, whose size is 7 in the first run and 0 in the others.
  static func varying(in runs: Captured<Int>) -> FakeDepot {
    runs.value += 1
    let size = runs.value == 1 ? 7 : 0
    let depot = FakeDepot()
    depot.when(\.sizeID) { size }
    return depot
  }
}

struct NamedShelf: Faked {
  let instanceId: FakeInstance
  let countID = "count"
  let titleID = "title"
  let placeID = "place"

  init(instanceId: FakeInstance = FakeInstance()) {
    self.instanceId = instanceId
    when(\.countID) { _, _ in 7 }
    when(\.titleID) { _, _ in "old" }
    when(\.placeID) { _, _ in 3 }
    mayReturn(\.titleID, "new")
    mayReturn(\.placeID, nil)
  }

  func count() throws -> Int { try handleCall(\.countID) }
  func title() throws -> String { try handleCall(\.titleID) }
  func place() throws -> Int? { try handleCall(\.placeID) }
}

struct FakeBox<Value: Sendable>: Faked {
  let instanceId = FakeInstance()
  let getID: FunctionID<() -> Value, Returns> = "get"
  let value: Value
  func get() -> Value { handleCall(\.getID, default: value) }
}

struct FakeVault: Faked {
  let instanceId = FakeInstance()
  let secretID: FunctionID<() -> Secret, Returns> = "secret"
  func secret() -> Secret { handleCall(\.secretID, default: Secret()) }
}
