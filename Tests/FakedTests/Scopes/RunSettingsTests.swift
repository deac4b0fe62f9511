import Faked
import Testing

struct RunSettingsTests {
  private func settings(_ environment: [String: String] = [:]) -> RunSettings {
    RunSettings { environment[$0] }
  }

  @Test(arguments: [("2", Duration.seconds(2)), ("0.5", .milliseconds(500)), ("0", .zero)])
  func thePatienceIsInSeconds(_ text: String, _ patience: Duration) {
    #expect(settings(["FAKED_PATIENCE": text]).patience == patience)
  }

  @Test(arguments: ["x", "-1", "nan", "inf", "1e30", "2 s"])
  func aPatienceThatIsNotANumberIsInvalid(_ text: String) {
    let settings = settings(["FAKED_PATIENCE": text])
    #expect(
      settings.problems == [
        "FAKED_PATIENCE=\(text) is not a number of seconds. Use a number such as 5 or 0.5."
      ])
    #expect(settings.patience == .seconds(30))
  }

  @Test(arguments: [("0", CapturedCalls.none), ("1", .inScopes), ("all", .all)])
  func callSitesCanBeTurnedOffAndCapturedOutsideOfScopes(_ text: String, _ calls: CapturedCalls) {
    #expect(settings(["FAKED_CALL_SITES": text]).callSites == calls)
  }

  @Test func theOrdersRaiseALimitThatIsValid() throws {
    #expect(try settings(["FAKED_ORDERS": "100"]).raised(5) == 100)
    #expect(try settings(["FAKED_ORDERS": "100"]).raised(500) == 500)
    #expect(try settings(["FAKED_ORDERS": "100"]).raised(0) == 0)
    #expect(try settings(["FAKED_ORDERS": ""]).raised(5) == 5)
  }

  @Test(arguments: ["many", "0", "1e5"]) func ordersThatAreNotANumberAreInvalid(_ text: String) {
    let error = #expect(throws: FakedError.self) {
      try settings(["FAKED_ORDERS": text]).raised(5)
    }
    #expect(
      error?.description
        == "FAKED_ORDERS=\(text) is not a number of orders. Use a number such as 100000.")
  }

  @Test func anUnknownCallSiteSettingIsInvalid() {
    #expect(settings(["FAKED_CALL_SITES": "no"]).callSites == .inScopes)
    #expect(
      settings(["FAKED_CALL_SITES": "no"]).problems == [
        "FAKED_CALL_SITES=no is not a setting. Use 0, 1, or all."
      ])
  }
}
