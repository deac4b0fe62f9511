import Faked
import Testing

struct NearestNameTests {
  @Test(arguments: [["sand", "send"], ["send", "sand"]])
  func theFirstOfEquallyNearNamesIsNamed(names: [String]) {
    #expect(nearestName(to: "sxnd", among: names) == "sand")
  }
}
