import Faked
import TestSupport
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let ownID: FunctionID<() -> Int, ThrowsOnly<FakedError>> = "own"
  let generic: FunctionID<(Int) -> Any, Throws> = "generic"
  let tag: FunctionID<([String]) -> Void, Throws> = "tag"
  let loadNamed = "load"
  let send = "send"
  let sendBodyID = "sendBody"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
  func generic<Result>(_ n: Int) throws -> Result { try handleCall(\.generic, n, as: Result.self) }
  func send(_ params: Any?...) throws -> Int { try handleCall(\.send, params: params) }
  func named() throws -> Int { try handleCall() }
  static let addLine = #line + 1
  func add(_ n: Int) throws -> Int { try handleCall(params: n) }
  func add(_ n: Double) throws -> Double { try handleCall(params: n) }
  func addAsync(_ n: Int) async throws -> Int { try await handleAsyncCall(params: n) }
  func addAsync(_ n: Double) async throws -> Double { try await handleAsyncCall(params: n) }
  func note(_ n: Int) throws { try handleCall(params: n) }
  func note(_ n: Double) throws { try handleCall(params: n) }
  let addID = "add(_:)"
}

struct FailureTests {
  private let fake = Fake()

  private func text(_ call: () throws -> Void) -> String? {
    do {
      try call()
      return nil
    } catch {
      return (error as? FakedError)?.message
    }
  }

  @Test func anUnstubbedCallSuggestsCode() throws {
    // An empty array is an argument like any other.
    #expect(
      text { try fake.handleCall(\.tag, []) } == """
        No stub responds to Fake.tag([]).
          No function of this fake is stubbed.
          Write before the call: fake.when(\\.tag) { _ in … }
        """)
    let arguments = try #require(fake.allCalls.first).arguments
    #expect(arguments.map { $0 as? [String] } == [[]])
    #expect(
      text { _ = try fake.named() } == """
        No stub responds to Fake.named().
          No function of this fake is stubbed.
          Write before the call: fake.when("named()") { invocationCount, params in … }
        """)
    let own = text { _ = try fake.handleCall(\.ownID) }
    #expect(own?.hasPrefix("No stub responds to Fake.own.\n") == true)
  }

  @Test func anUnstubbedCallListsWhatIsStubbedAndTheNearestName() {
    fake.when("sendBdy") { _, _ in 1 }
    let line = #line - 1
    #expect(
      text { _ = try fake.handleCall(\.sendBodyID) as Int } == """
        No stub responds to Fake.sendBody.
          Stubbed: sendBdy (FailureTests.swift:\(line)).
          A similar name is stubbed: "sendBdy". Check the spelling of "sendBody" and "sendBdy".
          Write before the call: fake.when(\\.sendBodyID) { invocationCount, params in … }
        """)
  }

  @Test func idsOfDifferentTypesAreDistinct() {
    fake.when(\.loadNamed) { _, _ in 1 }
    let line = #line - 1
    #expect(
      text { _ = try fake.load("abc") } == """
        No stub responds to Fake.load("abc").
          Stubbed: load (FailureTests.swift:\(line)).
          "load" is stubbed under an ID of another type. Stub it with the ID that the method calls.
          Write before the call: fake.when(\\.load) { _ in … }
        """)
  }

  @Test func aWrongResultShowsItsValue() throws {
    func expected(_ function: String, _ type: String, _ line: Int, _ result: String) -> String {
      """
      Fake.\(function) returns \(type), but its behavior (FailureTests.swift:\(line)) \
      returned \(result).
        Return a value of type \(type) from the behavior.
      """
    }
    fake.when(\.send) { _, _ in "five" }
    var line = #line - 1
    #expect(
      text { _ = try fake.send() } == expected("send", "Int", line, #""five" of type String"#))
    #expect(try #require(fake.calls(to: \.send).first).value as? String == "five")
    fake.when(\.send) { _, _ in nil }
    line = #line - 1
    #expect(text { _ = try fake.send() } == expected("send", "Int", line, "nil"))
    fake.when(\.generic) { $0 }
    line = #line - 1
    #expect(
      text { _ = try fake.generic(5) as String }
        == expected("generic", "String", line, "5 of type Int"))
    #expect(try fake.generic(5) == 5)
  }

  @Test func aWrongParameterShowsItsValueDuringAndAfterTheCall() throws {
    func read(_ index: Int) {
      fake.when(\.send) { _, params in try params[index].unwrap() as Int }
    }
    let wrong = #"Fake.send: params[0] was "abc" of type String, not Int."#
    let missing = "Fake.send: params[1] does not exist: the call had 1 parameter, params[0]."
    read(0)
    #expect(text { _ = try fake.send("abc") } == wrong)
    #expect(text { _ = try fake.send(nil) } == "Fake.send: params[0] was nil, not Int.")
    #expect(
      text { _ = try fake.send() }
        == "Fake.send: params[0] does not exist: the call had no parameters.")
    read(1)
    #expect(text { _ = try fake.send("abc") } == missing)
    read(-1)
    #expect(
      text { _ = try fake.send("abc", 1) }
        == "Fake.send: params[-1] does not exist: the call had 2 parameters, params[0] to params[1]."
    )
    let params = try #require(fake.calls(to: \.send).first).arguments
    #expect(text { _ = try params[0].unwrap() as Int } == wrong)
    #expect(text { _ = try params[1].unwrap() as Int } == missing)
  }

  @Test func overloadsThatShareANameAreRefused() async throws {
    fake.when("add(_:)") { _, _ in 1 }
    #expect(try fake.add(1) == 1)
    #expect(
      text { _ = try fake.add(1.5) } == """
        Fake.add(_:) is forwarded from FailureTests.swift:\(Fake.addLine) and from \
        FailureTests.swift:\(Fake.addLine + 1): overloads share that name.
          Give each its own ID: `let addInt = "addInt"`, then `handleCall(\\.addInt, params: …)`.
        """)
    #expect(try fake.add(2) == 1)
    #expect(fake.invocationCount(of: \.addID) == 3, "a refused call counts, too")
    fake.when("addAsync(_:)") { _, _ in 1 }
    #expect(try await fake.addAsync(1) == 1)
    await #expect(throws: FakedError.self) { try await fake.addAsync(1.5) }
    fake.when("note(_:)") { _, _ in }
    try fake.note(1)
    let scope = ProbedScope()
    scope.run { try? fake.note(1.5) }
    let texts = scope.endWithTexts()
    #expect(texts.count == 1)
    #expect(texts.first?.contains("Fake.note(_:) is forwarded from") == true)
  }
}
