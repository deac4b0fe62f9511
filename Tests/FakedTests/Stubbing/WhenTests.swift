import Faked
import Testing

/// Behaviors for functions that throw errors of one type.
struct WhenTests {
  private struct Full: Error {}

  private struct Shelf: Faked {
    let instanceId = FakeInstance()
    let put: FunctionID<(String, (Int, Int)) -> Int, ThrowsOnly<Full>> = "put"
    let move: FunctionID<(String, (Int, Int)) -> Int, AsyncThrowsOnly<Full>> = "move"
    func put(_ book: String, at place: (Int, Int)) throws(Full) -> Int {
      try handleCall(\.put, book, place)
    }
    func move(_ book: String, to place: (Int, Int)) async throws(Full) -> Int {
      try await handleCall(\.move, book, place)
    }
  }

  private let shelf = Shelf()

  @Test func aNonthrowingBehaviorNeedsNoThrows() async throws {
    shelf.when(\.put) { book, place in book.count + place.0 }
    shelf.when(\.move) { book, place in
      await Task.yield()
      return book.count + place.1
    }
    #expect(try shelf.put("Emma", at: (1, 2)) == 5)
    #expect(try await shelf.move("Emma", to: (1, 2)) == 6)
  }

  @Test func aThrowingBehaviorNamesItsError() async throws {
    shelf.when(\.put) { _, place throws(Full) in
      if place.0 > 1 { throw Full() }
      return 1
    }
    shelf.when(\.move) { _, place async throws(Full) in throw Full() }
    #expect(try shelf.put("Emma", at: (1, 2)) == 1)
    #expect(throws: Full.self) { try shelf.put("Emma", at: (2, 2)) }
    await #expect(throws: Full.self) { try await shelf.move("Emma", to: (1, 2)) }
  }
}
