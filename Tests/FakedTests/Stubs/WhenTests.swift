import Faked
import Testing

/// Behaviors for typed IDs.
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

  private struct Desk: Faked {
    let instanceId = FakeInstance()
    let ask: FunctionID<((Int, String), @escaping (Int) throws -> Void) -> Int, Returns> = "ask"
    let sign: FunctionID<((Int, String), @escaping (Int) throws -> Void) -> Int, Throws> = "sign"
    let wait: FunctionID<((Int, String), @escaping () -> Void) -> Int, AsyncReturns> = "wait"
    let call: FunctionID<((Int, String), @escaping () -> Void) -> Int, AsyncThrows> = "call"
    func ask(_ place: (Int, String), then action: @escaping (Int) throws -> Void) -> Int {
      handleCall(\.ask, place, action)
    }
    func sign(_ place: (Int, String), then action: @escaping (Int) throws -> Void) throws -> Int {
      try handleCall(\.sign, place, action)
    }
    func wait(_ place: (Int, String), then action: @escaping () -> Void) async -> Int {
      await handleCall(\.wait, place, action)
    }
    func call(_ place: (Int, String), then action: @escaping () -> Void) async throws -> Int {
      try await handleCall(\.call, place, action)
    }
  }

  @Test func behaviorsGetTuplesAndClosures() async throws {
    let desk = Desk()
    let numbers = Captured([Int]())
    desk.when(\.ask) { place, action in
      try? action(place.0)
      return 1
    }
    desk.when(\.sign) { place, action in
      try action(place.0)
      return 2
    }
    desk.when(\.wait) { place, action in
      await Task.yield()
      action()
      return place.0
    }
    desk.when(\.call) { place, action in
      action()
      throw Full()
    }
    let add: (Int) -> Void = { number in numbers.withValue { $0.append(number) } }
    #expect(desk.ask((5, "a"), then: add) == 1)
    #expect(try desk.sign((6, "a"), then: add) == 2)
    #expect(throws: Full.self) { try desk.sign((7, "a")) { _ in throw Full() } }
    #expect(await desk.wait((7, "a")) { add(7) } == 7)
    await #expect(throws: Full.self) { try await desk.call((8, "a")) { add(8) } }
    #expect(numbers.value == [5, 6, 7, 8])
  }
}
