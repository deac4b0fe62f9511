import Faked
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let ownID: FunctionID<() -> Int, ThrowsOnly<FakedError>> = "own"
  let generic: FunctionID<(Int) -> Any, Throws> = "generic"
  let loadNamed = "load"
  let send = "send"
  let sendBodyID = "sendBody"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
  func own() throws(FakedError) -> Int { try handleCall(\.ownID) }
  func generic<Result>(_ n: Int) throws -> Result { try handleCall(\.generic, n, as: Result.self) }
  func send<Result>(_ params: Any?...) throws -> Result {
    try handleCall(\.send, params: params[0])
  }
  func sendBody() throws -> Int { try handleCall(\.sendBodyID) }
  func named() throws -> Int { try handleCall() }
  func add(_ n: Int) throws -> Int { try handleCall(params: n) }
  func add(_ n: Double) throws -> Double { try handleCall(params: n) }
  func addAsync(_ n: Int) async throws -> Int { try await handleAsyncCall(params: n) }
  func addAsync(_ n: Double) async throws -> Double { try await handleAsyncCall(params: n) }
  func addOwn(_ n: Int) throws -> Int { try handleCall(params: n, default: n) }
  func addOwn(_ n: Double) throws -> Double { try handleCall(params: n, default: n) }
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

  @Test func anUnstubbedCallSaysWhatToWrite() {
    #expect(
      text { _ = try fake.load("abc") } == """
        No stub answers Fake.load("abc").
          No function of this fake is stubbed.
          Write before the call: fake.when(\\.load) { _ in … }
        """)
    #expect(
      text { _ = try fake.named() } == """
        No stub answers Fake.named().
          No function of this fake is stubbed.
          Write before the call: fake.when("named()") { invocationCount, params in … }
        """)
    #expect(
      text { _ = try fake.own() } == """
        No stub answers Fake.own().
          No function of this fake is stubbed.
          Write before the call: fake.when(\\.ownID) { … }
        """)
  }

  @Test func anUnstubbedCallListsWhatIsStubbedAndTheNearestName() {
    fake.when("sendBdy") { _, _ in 1 }
    let line = #line - 1
    #expect(
      text { _ = try fake.sendBody() } == """
        No stub answers Fake.sendBody().
          Stubbed: sendBdy (FailureTests.swift:\(line)).
          "sendBdy" is close to it: is one of the two misspelled?
          Write before the call: fake.when(\\.sendBodyID) { invocationCount, params in … }
        """)
  }

  @Test func oneNameUnderTwoKindsOfIDIsNotMixedUp() {
    fake.when(\.loadNamed) { _, _ in 1 }
    let line = #line - 1
    #expect(
      text { _ = try fake.load("abc") } == """
        No stub answers Fake.load("abc").
          Stubbed: load (FailureTests.swift:\(line)).
          "load" is stubbed under an ID of another type: stub it with the ID that the method calls.
          Write before the call: fake.when(\\.load) { _ in … }
        """)
  }

  @Test func aWrongResultSaysWhatItWas() {
    fake.when(\.send) { _, _ in "five" }
    let line = #line - 1
    #expect(
      text { _ = try fake.send(1) as Int } == """
        Fake.send returns Int, but its behavior (FailureTests.swift:\(line)) returned \
        "five" of type String.
          Return a value of type Int from the behavior.
        """)
    fake.when(\.send) { _, _ in nil }
    let nilLine = #line - 1
    #expect(
      text { _ = try fake.send(1) as Int } == """
        Fake.send returns Int, but its behavior (FailureTests.swift:\(nilLine)) returned nil.
          Return a value of type Int from the behavior.
        """)
    fake.when(\.generic) { $0 }
    let genericLine = #line - 1
    #expect(
      text { _ = try fake.generic(5) as String } == """
        Fake.generic returns String, but its behavior (FailureTests.swift:\(genericLine)) \
        returned 5 of type Int.
          Return a value of type String from the behavior.
        """)
    #expect(throws: Never.self) { try fake.generic(5) as Int }
  }

  @Test func theOutcomeOfAWrongResultIsItsError() throws {
    fake.when(\.send) { _, _ in "five" }
    #expect(throws: FakedError.self) { try fake.send(1) as Int }
    guard case .threw(let error) = try #require(fake.calls(to: \.send).first).outcome else {
      Issue.record("the call threw")
      return
    }
    #expect(error is FakedError)
  }

  @Test func aWrongParameterSaysWhatItHeld() {
    fake.when(\.send) { _, params in try params[0].unwrap() as Int }
    #expect(
      text { _ = try fake.send("abc") as Int }
        == "Fake.send: params[0] was \"abc\" of type String, not Int.")
    #expect(text { _ = try fake.send(nil) as Int } == "Fake.send: params[0] was nil, not Int.")
    fake.when(\.send) { _, params in try params[1].unwrap() as Int }
    #expect(
      text { _ = try fake.send("abc") as Int }
        == "Fake.send: params[1] does not exist: the call had 1, params[0].")
    fake.when(\.send) { _, params in try params[-1].unwrap() as Int }
    #expect(
      text { _ = try fake.send("abc") as Int }
        == "Fake.send: params[-1] does not exist: the call had 1, params[0].")
    fake.when(\.sendBodyID) { _, params in try params[0].unwrap() as Int }
    #expect(
      text { _ = try fake.sendBody() } == "params[0] does not exist: the call had no parameters.")
  }

  @Test func aParameterOfARecordedCallSaysWhatItHeld() throws {
    fake.when(\.send) { _, _ in 1 }
    _ = try fake.send("abc") as Int
    let params = try #require(fake.calls(to: \.send).first).arguments
    #expect(
      text { _ = try params[0].unwrap() as Int }
        == "Fake.send: params[0] was \"abc\" of type String, not Int.")
    #expect(
      text { _ = try params[3].unwrap() as Int }
        == "Fake.send: params[3] does not exist: the call had 1, params[0].")
  }

  @Test func anEmptyArrayIsAnArgument() throws {
    struct Log: Faked {
      let instanceId = FakeInstance()
      let tag: FunctionID<([String]) -> Void, Throws> = "tag"
    }
    let log = Log()
    let failure = text { try log.handleCall(\.tag, []) }
    #expect(failure?.hasPrefix("No stub answers Log.tag([]).") == true)
    #expect(failure?.contains("{ _ in") == true)
    let arguments = try #require(log.allCalls.first).arguments
    #expect(arguments.count == 1)
    #expect(arguments[0] as? [String] == [])
  }

  @Test func overloadsThatShareANameAreRefused() throws {
    let fake = Fake()
    fake.when("add(_:)") { _, _ in 1 }
    #expect(try fake.add(1) == 1)
    let lines = (20, 21)
    #expect(
      text { _ = try fake.add(1.5) } == """
        Fake.add(_:) is forwarded from FailureTests.swift:\(lines.0) and from \
        FailureTests.swift:\(lines.1): overloads share that name.
          Give each an ID of its own: `let addInt = "addInt"`, then `handleCall(\\.addInt, params: …)`.
        """)
    #expect(try fake.add(2) == 1)
    #expect(fake.invocationCount(of: \.addID) == 2)
    #expect(try fake.addOwn(1) == 1)
    #expect(throws: FakedError.self) { try fake.addOwn(1.5) }
  }

  @Test func asyncOverloadsThatShareANameAreRefused() async throws {
    fake.when("addAsync(_:)") { _, _ in 1 }
    #expect(try await fake.addAsync(1) == 1)
    await #expect(throws: FakedError.self) { try await fake.addAsync(1.5) }
  }

  @Test func anErrorPrintsAsItsText() {
    let error = FakedError.missingFunction("the text")
    #expect("\(error)" == "the text")
    #expect(String(reflecting: error) == "the text")
    #expect(error == .missingFunction("the text"))
    for error: FakedError in [
      .typeMismatch("a"), .noPropertyFound("a"), .assertionFailed("a"), .invalidParameter("a"),
    ] { #expect(error.message == "a") }
  }
}
