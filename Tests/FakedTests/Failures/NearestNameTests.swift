import Faked
import Testing

struct NearestNameTests {
  @Test(arguments: [["sand", "send"], ["send", "sand"]])
  func theFirstOfEquallyNearNamesIsNamed(names: [String]) {
    #expect(nearestName(to: "sxnd", among: names) == "sand")
  }

  @Test(arguments: [
    ("nmae", "name"), ("adress", "address"), ("sent", "send"), ("ab", "ac"), ("sendWithBody", nil),
    ("a", nil), ("zip", nil),
  ])
  func onlyATypingErrorHasANearestName(_ name: String, _ nearest: String?) {
    #expect(nearestName(to: name, among: ["name", "address", "send", "ac", "b"]) == nearest)
  }
}
