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
}
