import Faked
import TestSupport
import Testing

private enum Level: CaseIterable { case low, high }
private struct Point: FakedDefault, Equatable {
  var x = 0
  static let fakedDefault = Point(x: 7)
}
private final class Thing {}
private enum Grade: CustomStringConvertible {
  case best, good
  var description: String { "1+" }
}
private struct Address: Equatable { var city = "Graz", zip = 8010 }

private struct IDs: Sendable {
  let reset: FunctionID<() -> Void, Throws> = "reset"
}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let ids = IDs()
  let int: FunctionID<() -> Int, Returns> = "int"
  let put: FunctionID<(String) -> [Int], ThrowsOnly<StoreError>> = "put"
  let thing: FunctionID<() -> Thing, Returns> = "thing"
  let any: FunctionID<() -> Any, Returns> = "any"
  let anySoon: FunctionID<() -> Any, AsyncReturns> = "anySoon"
  let now: FunctionID<() -> Int, Throws> = "now"
  let stop: FunctionID<() -> Void, Throws> = "stop"
  let set: FunctionID<(Any?, Int) -> Int, Throws> = "set(_:for:)"
  let send: FunctionID<(String, Int, Address, Duration) -> Int, Throws> = "send"
  let move: FunctionID<([Double]) -> Int, Throws> = "move"
  let rate: FunctionID<(Grade) -> Int, Throws> = "rate"
  func value<Value>(_ type: Value.Type) -> Value {
    let id = Box<Value>()
    defer { id.tearDown() }
    return id.handleCall(\.get)
  }
  func put(_ key: String) throws(StoreError) -> [Int] { try handleCall(\.put, key) }
}

private struct Box<Value>: Faked {
  let instanceId = FakeInstance()
  let get: FunctionID<() -> Value, Returns> = "get"
}

struct UnstubbedTests {

  private func inScope<Value>(_ body: () throws -> Value) rethrows -> (Value, [String]) {
    let scope = ProbedScope()
    let value = try scope.run { try body() }
    return (value, scope.end().map(\.message))
  }

  @Test func anUnstubbedCallIsReportedAndReturnsANaturalDefault() {
    let (value, failures) = inScope { Fake().handleCall(\.int) }
    #expect(value == 0)
    #expect(
      failures == [
        """
        No stub responds to Fake.int.
          No function of this fake is stubbed.
          Write before the call: fake.when(\\.int) { … }
        """
      ])
  }

  private func advice(_ call: () throws -> Void) -> String? {
    let error = #expect(throws: FakedError.self) { try call() }
    return error?.message.split(separator: "\n").last.map { String($0.drop { $0 == " " }) }
  }

  @Test func theSuggestedCodeKeepsExistingConditions() throws {
    let fake = Fake()
    fake.when(\.now).where { false }.thenReturn(1)
    let line = #line - 1
    fake.when(\.now).where { false }.thenReturn(2)
    #expect(
      advice { _ = try fake.handleCall(\.now) }
        == "Write before UnstubbedTests.swift:\(line): fake.when(\\.now).thenReturn(…)")
    fake.when(\.stop).where { false }.thenReturn()
    let stop = #line - 1
    #expect(
      advice { try fake.handleCall(\.stop) }
        == "Write before UnstubbedTests.swift:\(stop): fake.when(\\.stop).thenReturn()")
    #expect(
      advice { try fake.handleCall(\.ids.reset) }
        == "Write before the call: fake.when(\\.ids.reset) { … }")
    fake.when(\.move, with: [1]).thenReturn(1)
    #expect(
      advice { _ = try fake.handleCall(\.move, [1.5]) }
        == "Write before the call: fake.when(\\.move, with: [1.5]).thenReturn(…)")
    for list in [[Double.nan], [-Double.infinity], Array(repeating: 1, count: 99)] {
      #expect(
        advice { _ = try fake.handleCall(\.move, list) }
          == "Write before the call: fake.when(\\.move, with: …).thenReturn(…)")
    }
    // The description of a value is not code.
    fake.when(\.rate, with: .good).thenReturn(1)
    #expect(
      advice { _ = try fake.handleCall(\.rate, .best) }
        == "Write before the call: fake.when(\\.rate, with: …).thenReturn(…)")
    fake.when(\.set, matching: .equal(1), .equal(1)).thenReturn(1)
    // A parameter of type `Any` has no `==`, whatever its value is.
    for value: Any in [Address(), [Thing()], "a"] {
      #expect(
        advice { _ = try fake.handleCall(\.set, value, 3) }
          == "Write before the call: fake.when(\\.set, matching: .any, .equal(3)).thenReturn(…)")
    }
    fake.when(\.send, with: "a", 1, Address(), .zero).thenReturn(1)
    let advice = advice { _ = try fake.handleCall(\.send, "b", 2, Address(city: "Linz"), .zero) }
    // Initializers of other types may have other parameters, or be private.
    #expect(
      advice == "Write before the call: fake.when(\\.send, with: \"b\", 2, …, …).thenReturn(…)")
  }

  @Test func naturalDefaultsAreFoundByType() async {
    let fake = Fake()
    let (stream, _) = inScope {
      #expect(!fake.value(Bool.self))
      #expect(fake.value(Double.self) == 0)
      #expect(fake.value(Duration.self) == .zero)
      #expect(fake.value(Int??.self) == nil)
      #expect(fake.value(Level.self) == .low)
      #expect(fake.value(Point.self) == Point(x: 7))
      #expect(fake.value(String.self) == "")
      #expect(fake.value(Substring.self) == "")
      fake.value(Void.self)
      #expect(fake.value([String: Int].self) == [:])
      #expect(fake.value(Set<Int>.self) == [])
      #expect(fake.value([Thing].self).isEmpty)
      return fake.value(AsyncStream<Int>.self)
    }
    for await _ in stream { Issue.record("the stream is finished") }
  }

  @Test(.tags(.process), .enabled(if: ChildProcess.canRun))
  func anUnstubbedCallOutsideAScopeStopsTheProcess() async throws {
    let outside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Fake().handleCall(\.int)
    }
    let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ProbedScope().run { _ = Fake().handleCall(\.thing) }
    }
    let generic = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ProbedScope().run { _ = Fake().value(SIMD2<Int>.self) }
    }
    let existential = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      ProbedScope().run { _ = Fake().value((any CustomStringConvertible).self) }
    }
    let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Counter().handleCall(\.count)
    }
    let reason = "because the call can't throw FakedError and SIMD2<Int> has no natural default: "
    #expect(generic.errorText.contains(reason + "stub it, or conform SIMD2<Int> to FakedDefault"))
    #expect(typed.errorText.contains("The process stops in "))
    #expect(
      outside.errorText.contains(
        "The process stops, because the call can't throw"))
    #expect(outside.errorText.contains("with `.faked` or FakedTestCase.\n"))
    #expect(object.errorText.contains("FakedTestCase. Write `let instanceId = FakeInstance()`"))
    #expect(existential.errorText.contains("has no natural default: stub it, or conform"))
    for (id, result) in [("int", outside), ("thing", typed), ("get", generic)] {
      let text = result.errorText
      #expect(text.contains("No stub responds to "))
      #expect(text.contains(".\(id).\n"))
      #expect(text.contains("Write before the call: fake.when(\\.\(id)) { … }"))
    }
  }
}

/// A class is its own identity.
private final class Counter: Faked {
  let count: FunctionID<() -> Int, Returns> = "count"
}
