/// The public names of the library that fakes are written for.
package enum FakedNames {
  /// The types that could be confused with types of another module.
  package static let types: Set<String> = [
    "AsyncReturns", "AsyncThrows", "AsyncThrowsOnly", "CallCount", "CallHistory", "CallOutcome",
    "CallRecord", "Captured", "ExplorationReport", "FakeClock", "Faked", "FakedDefault",
    "FakedError", "FakedFunction", "FakeInstance", "FakeValueWrapper", "FaultKind",
    "FunctionEffect", "FunctionID", "FunctionName", "HeldCall", "HeldCallCancellation",
    "HeldCalls", "InjectedFault", "Matcher", "Returns",
    "Stub", "Throws", "ThrowsOnly", "UnstubbedCalls",
  ]
  /// The types that the text of a fake names, with the word for importing each alone.
  package static let spelled = [
    "AsyncReturns": "typealias", "AsyncThrows": "typealias", "AsyncThrowsOnly": "enum",
    "Captured": "class", "FakeInstance": "class", "Faked": "protocol", "FunctionID": "struct",
    "Returns": "typealias", "Throws": "typealias", "ThrowsOnly": "enum",
  ]
  /// The members of every fake, which an ID with the same name would hide.
  package static let members: Set<String> = [
    "allCalls", "assertProp", "assertProps", "calls", "closure", "exempt",
    "finishInAnyOrder", "handleAsyncCall", "handleCall", "hash", "history", "hold", "instanceId",
    "invocationCount", "lastResort", "maxConcurrentCalls", "mayFail", "mayReturn", "nextCall",
    "props", "resetCalls", "resetStubs", "tearDown", "verify",
    "verifyNoMoreCalls", "wasCalled", "when",
  ]
}
