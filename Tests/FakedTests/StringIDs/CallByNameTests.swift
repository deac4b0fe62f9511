import Faked
import Testing

private protocol Shape { var sides: Int { get } }
private struct Square: Shape, Equatable { var sides = 4 }

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let send = "send"
  let explicitID = "my name"
  let namedID = "named(request:_:)"
  let sizeID = "size"

  func send<Result>(_ params: Any?...) throws -> Result { try handleCall(\.send, params: params) }
  func named(request: String, _ times: Int) throws -> String {
    try handleCall(params: request, times)
  }
  var size: Int { get throws { try handleCall() } }
}

struct CallByNameTests {
  private let fake = Fake()

  @Test func variadicMethodsPassTheirParametersOneByOne() async throws {
    fake.when(\.send) { _, params in params.count }
    let counts: [Int] = try [
      fake.handleCall(\.send), fake.handleCall(\.send, params: 1),
      fake.handleCall(\.send, params: 1, "b", nil), fake.send(), fake.send(1, nil, "a"),
    ]
    #expect(counts == [0, 1, 3, 0, 3])
    #expect(try await fake.handleAsyncCall(\.send, params: [1, 2] as [Any?]) == 2)
    // A collection that is passed as one parameter stays one parameter.
    let collections: [Int] = try [
      fake.handleCall(\.send, params: ["a", "b"]), fake.handleCall(\.send, params: [Int]()),
      fake.handleCall(\.send, params: ["a": 1, "b": nil] as [String: Int?]),
    ]
    #expect(collections == [1, 1, 1])
    #expect(fake.calls(to: \.send).map(\.arguments.count) == [0, 1, 3, 0, 3, 2, 1, 1, 1])
    let values: [Any?] = [1, nil]
    fake.when(\.send, with: values).thenReturn(7)
    #expect(try fake.send(1, nil) as Int == 7)
  }

  @Test func parametersOfEveryKindAreUnwrapped() throws {
    fake.when(\.send) { _, params in
      let first: String? = try params[0].unwrap()
      let second: Int! = try params[1].unwrap()
      let values: [String: Int?] = try params[2].unwrap()
      let body: (Int) -> Int = try params[3].unwrap()
      return (first == nil, second == nil, body(values.count))
    }
    let body: (Int) -> Int = { $0 + 1 }
    let values: [String: Int?] = ["a": 1, "b": nil]
    let result: (Bool, Bool, Int) = try fake.send(nil as String?, nil, values, body)
    #expect(result == (true, true, 3))
  }

  @Test func resultsOfEveryKindAreConverted() throws {
    fake.when(\.send) { _, _ in 5 }
    #expect(try fake.send() as Int == 5)
    #expect(try fake.send() as Int? == 5)
    #expect(try fake.send() as (any Equatable) as? Int == 5)
    fake.when(\.send) { _, _ in nil }
    let nothing: (Int?, Square?) = try (fake.send(), fake.send())
    #expect(nothing == (nil, nil))
    fake.when(\.send) { _, _ in nil as String? }
    let nils: (String?, Int?) = try (fake.send(), fake.send())
    #expect(nils == (nil, nil))
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

  @Test func aMethodWithoutAResultAcceptsAnyBehavior() throws {
    fake.when(\.send) { _, _ in 5 }
    try fake.send() as Void
    try fake.handleCall(\.send, params: "a")
    fake.when(\.send) { _, _ in }
    try fake.send() as Void
    fake.when(\.send) { _, _ in nil }
    try fake.send() as Void
    fake.when(\.send).thenReturn("b")
    try fake.handleCall(\.send, params: "a")
    fake.when("send").thenReturn()
    try fake.handleCall(\.send)
    #expect(fake.invocationCount(of: \.send) == 6)
  }

  @Test func theDefaultNameIsTheNameOfTheMethod() throws {
    fake.when("named(request:_:)") { _, params in
      let request: String = try params[0].unwrap()
      let times: Int = try params[1].unwrap()
      return String(repeating: request, count: times)
    }
    fake.when("size") { _, _ in 12 }
    fake.when("my name") { _, _ in 13 }
    #expect(try fake.named(request: "ab", 2) == "abab")
    #expect(try fake.size == 12)
    #expect(try fake.handleCall(\.explicitID) == 13)
    #expect(fake.invocationCount(of: \.namedID) == 1)
    #expect(fake.wasCalled(\.sizeID))
  }
}
