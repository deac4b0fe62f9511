import Faked
import Testing

private protocol Shape { var sides: Int { get } }
private struct Square: Shape, Equatable { var sides = 4 }

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let send = "send"
  let otherID = "other"
  let explicitID = "my name"
  let namedID = "named(request:_:)"
  let sizeID = "size"

  func send<Result>(_ params: Any?...) throws -> Result {
    switch params.count {
    case 0: try handleCall(\.send)
    case 1: try handleCall(\.send, params: params[0])
    case 2: try handleCall(\.send, params: params[0], params[1])
    default: try handleCall(\.send, params: params[0], params[1], params[2])
    }
  }
  func list(_ values: [Int]) throws -> Int { try handleCall(\.send, params: values) }
  func table(_ values: [String: Int?]) throws -> Int { try handleCall(\.send, params: values) }
  func run(_ body: @escaping (Int) -> Int) throws -> Int { try handleCall(\.send, params: body) }
  func other() throws -> String { try handleCall(\.otherID) }
  func named(request: String, _ times: Int) throws -> String {
    try handleCall(params: request, times)
  }
  var size: Int { get throws { try handleCall() } }
  func explicit() throws -> Int { try handleCall(\.explicitID) }
  func spied(_ key: String) throws -> Int {
    try handleCall(\.send, params: key, default: key.count)
  }
  func spiedByName(_ key: String) throws -> Int? {
    try handleCall(\.otherID, params: key, default: key.isEmpty ? nil : key.count)
  }
}

extension Fake {
  fileprivate func spiedByDefaultName(_ key: String) throws -> Int {
    try handleCall(params: key, default: key.count)
  }
}

struct CallByNameTests {
  private let fake = Fake()

  @Test func parametersArriveOneByOne() throws {
    var counts: [Int] = []
    fake.when(\.send) { _, params in counts.append(params.count) }
    try fake.send() as Void
    try fake.send(1) as Void
    try fake.send(1, "b") as Void
    try fake.send(1, "b", nil) as Void
    #expect(counts == [0, 1, 2, 3])
  }

  @Test func nilIsAParameterLikeAnyOther() throws {
    fake.when(\.send) { _, params in
      let first: String? = try params[0].unwrap()
      let second: Int! = try params[1].unwrap()
      return (first == nil, second == nil)
    }
    let result: (Bool, Bool) = try fake.send(nil as String?, nil)
    #expect(result == (true, true))
  }

  @Test func aCollectionStaysOneParameter() throws {
    fake.when(\.send) { _, params in
      let values: [Int] = try params[0].unwrap()
      return params.count * 100 + values.count
    }
    #expect(try fake.list([1, 2, 3]) == 103)
    #expect(try fake.list([]) == 100)
    fake.when(\.send) { _, params in
      let values: [String: Int?] = try params[0].unwrap()
      return params.count * 100 + values.count
    }
    #expect(try fake.table(["a": 1, "b": nil]) == 102)
  }

  @Test func aClosureIsAParameter() throws {
    fake.when(\.send) { _, params in
      let body: (Int) -> Int = try params[0].unwrap()
      return body(20)
    }
    #expect(try fake.run { $0 + 1 } == 21)
  }

  @Test func resultsOfEveryKindConvert() throws {
    fake.when(\.send) { _, _ in 5 }
    #expect(try fake.send() as Int == 5)
    #expect(try fake.send() as Int? == 5)
    #expect(try fake.send() as (any Equatable) as? Int == 5)
    fake.when(\.send) { _, _ in nil }
    #expect(try fake.send() as Int? == nil)
    #expect(try fake.send() as Square? == nil)
    fake.when(\.send) { _, _ in nil as String? }
    #expect(try fake.send() as String? == nil)
    #expect(try fake.send() as Int? == nil)
    fake.when(\.send) { _, _ in Square() }
    #expect(try (fake.send() as any Shape).sides == 4)
    fake.when(\.send) { _, _ in (1, Optional("a"), nil as Int?) }
    let three: (Int, String, Int?) = try fake.send()
    #expect(three == (1, "a", nil))
    fake.when(\.send) { _, _ in (1, "a") }
    let labeled: (count: Int, text: String?) = try fake.send()
    #expect(labeled.text == "a")
    fake.when(\.send) { _, _ in { 7 } }
    let closure: () -> Int = try fake.send()
    #expect(closure() == 7)
  }

  @Test func aVoidMethodTakesAnyResult() throws {
    fake.when(\.send) { _, _ in 5 }
    try fake.send() as Void
    fake.when(\.send) { _, _ in }
    try fake.send() as Void
    fake.when(\.send) { _, _ in nil }
    try fake.send() as Void
    #expect(fake.invocationCount(of: \.send) == 3)
  }

  @Test func theDefaultNameIsTheMethodsOwn() throws {
    fake.when("named(request:_:)") { _, params in
      let request: String = try params[0].unwrap()
      let times: Int = try params[1].unwrap()
      return String(repeating: request, count: times)
    }
    fake.when("size") { _, _ in 12 }
    fake.when("my name") { _, _ in 13 }
    #expect(try fake.named(request: "ab", 2) == "abab")
    #expect(try fake.size == 12)
    #expect(try fake.explicit() == 13)
    #expect(fake.invocationCount(of: \.namedID) == 1)
    #expect(fake.wasCalled(\.sizeID))
  }

  @Test func aSecondFunctionLeavesTheFirstStubbed() throws {
    fake.when(\.send) { _, _ in 1 }
    fake.when(\.otherID) { _, _ in "two" }
    #expect(try fake.send() as Int == 1)
    #expect(try fake.other() == "two")
  }

  @Test func theDefaultAnswersUntilSomethingIsStubbed() throws {
    #expect(try fake.spied("abc") == 3)
    #expect(try fake.spiedByName("") == nil)
    #expect(try fake.spiedByName("ab") == 2)
    #expect(try fake.spiedByDefaultName("abc") == 3)
    fake.when("spiedByDefaultName(_:)") { _, _ in 9 }
    #expect(try fake.spiedByDefaultName("abc") == 9)
    fake.when(\.send) { _, _ in 40 }
    #expect(try fake.spied("abc") == 40)
    fake.resetBehaviors()
    #expect(try fake.spied("abcd") == 4)
    #expect(fake.invocationCount(of: \.send) == 3)
  }

  @Test func behaviorsMayReturnSeveralTypes() throws {
    fake.when(\.send) { count, _ in
      if count == 1 { return "one" }
      if count == 2 { return 2 }
      return nil
    }
    #expect(try fake.send() as String == "one")
    #expect(try fake.send() as Int == 2)
    #expect(try fake.send() as Int? == nil)
  }

  @Test func callsHoldTheWrappedParameters() throws {
    fake.when(\.send) { count, _ in count }
    _ = try fake.send("a", nil) as Int
    _ = try fake.send("b") as Int
    let calls = fake.calls(to: \.send)
    #expect(calls.map(\.arguments.count) == [2, 1])
    let first: String = try calls[0].arguments[0].unwrap()
    #expect(first == "a")
    guard case .returned(let result) = calls[1].outcome else {
      Issue.record("the call returned")
      return
    }
    #expect(result as? Int == 2)
    #expect(calls[0].index < calls[1].index)
  }

  @Test func aMethodWithoutAResultIgnoresThatOfItsBehavior() throws {
    struct Log: Faked {
      let instanceId = FakeInstance()
      let write = "write"
      func write(_ text: String) throws { try handleCall(\.write, params: text) }
    }
    let log = Log()
    log.when(\.write) { _, _ in 5 }
    try log.write("a")
    log.when(\.write).thenReturn("b")
    try log.write("a")
  }

  @Test func variadicParametersAreHandedOnOneByOne() async throws {
    struct Log: Faked {
      let instanceId = FakeInstance()
      let write = "write"
      func write(_ parts: Any?...) throws -> Int { try handleCall(\.write, params: parts) }
      func write(all parts: [String]) throws -> Int { try handleCall(\.write, params: parts) }
      func write(later parts: [Any?]) async throws -> Int {
        try await handleAsyncCall(\.write, params: parts)
      }
    }
    let log = Log()
    log.when(\.write) { _, params in params.count }
    #expect(try log.write(1, nil, "a") == 3)
    #expect(try log.write() == 0)
    #expect(try await log.write(later: [1, 2]) == 2)
    // An array that is one parameter stays one.
    #expect(try log.write(all: ["a", "b"]) == 1)
    let values: [Any?] = [1, nil]
    log.when(\.write, with: values).thenReturn(7)
    #expect(try log.write(1, nil) == 7)
  }
}
