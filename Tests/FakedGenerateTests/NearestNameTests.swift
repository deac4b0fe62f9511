import Testing
import faked_generate

struct NearestNameTests {
  private let names = ["Mailer", "Mailbox", "Clock", "Store"]

  @Test func aSlipOfTheFingersIsFound() {
    #expect(nearestNames(to: "mailer", among: names).first == "Mailer")
    #expect(nearestNames(to: "Malier", among: names).first == "Mailer")
    #expect(nearestNames(to: "Clok", among: names) == ["Clock"])
  }

  @Test func whatIsFarFromAllIsFoundNowhere() {
    #expect(nearestNames(to: "Keychain", among: names).isEmpty)
    #expect(nearestNames(to: "", among: names).isEmpty)
    #expect(nearestNames(to: "Mailer", among: []).isEmpty)
  }

  @Test func nothingIsLikeATextThatNobodyTypes() {
    let long = String(repeating: "-x", count: 50_000)
    #expect(nearestNames(to: long, among: names + [String(long.dropLast())]).isEmpty)
  }

  @Test func theNearestComesFirstAndThreeAreEnough() {
    #expect(
      nearestNames(to: "Store", among: ["Stores", "Storey", "Stored", "Store2", "Store"])
        == ["Store", "Store2", "Stored"])
  }
}
