/// The public names of the library that fakes are written for.
package enum FakedNames {
  /// Types that a type of another module could be mistaken for.
  package static let types: Set<String> = [
    "AnyCallRecord", "AsyncBehavior", "Behavior", "CallHistory", "CallOutcome", "CallRecord",
    "CallSite", "Captured", "ExploredOrder", "FakeInstance", "FakeValueWrapper", "Faked",
    "FakedAsyncFunction", "FakedDefault", "FakedError", "FakedFunction", "FaultReport",
    "FaultyCall",
    "FaultyRun", "FunctionID", "HeldCall", "HeldCalls", "InjectedFault", "Matcher", "OrderReport",
  ]
  /// Members of every fake, which a test could no longer reach if an ID had their name.
  package static let members: Set<String> = [
    "allCalls", "assertProp", "assertProps", "calls", "finishInAnyOrder", "handleAsyncCall",
    "handleCall", "hash", "history", "hold", "instanceId", "invocationCount", "maxConcurrentCalls",
    "mayFail", "nextCall", "props", "resetBehaviors", "resetCalls", "tearDown", "verify",
    "verifyNoCalls", "verifyNoMoreCalls", "wasCalled", "when",
  ]
}
