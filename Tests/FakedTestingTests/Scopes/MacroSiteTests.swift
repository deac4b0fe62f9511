import FakedTesting
import TestSupport
import Testing

private struct FakeGauge: Faked {
  let instanceId = FakeInstance()
  let valueID: FunctionID<() -> Int, Returns> = "value"
  func value() -> Int { handleCall(\.valueID, default: 1) }
}

@Suite(.enabled(if: CallSiteTable.isSupported)) struct MacroSiteTests {
  @Test(.faked) func aCallInAMacroIsAttributedToTheMacro() throws {
    let gauge = FakeGauge()
    #expect(gauge.value() == 1)
    let line = #line - 1
    let site = try #require(gauge.calls(to: \.valueID)[0].site)
    let function = "MacroSiteTests.aCallInAMacroIsAttributedToTheMacro()"
    // Other builds may have no line, but never a wrong one.
    #expect(["MacroSiteTests.swift:\(line) in \(function)", function].contains(site))
  }
}
