import Faked
import Testing

@Suite struct AssertPropsTests {
  private let fake = FakeAccount()

  @Test func allEqualReturnsTrue() throws {
    #expect(try fake.assertProps(["age": 42, "nickname": nil, "user.address.city": "Graz"]))
    #expect(try fake.assertProps([:]))
  }

  @Test func allThatDifferAreReportedSortedByName() {
    let text = """
      FakeAccount: 5 of 6 properties differ.
        age: expected 42.0 (Double), was 42 (Int)
        friend.address.city: expected "Linz", but friend.address is nil
        nmae: there is no property "nmae". Did you mean "name"? It has: \
      age, friend, instanceId, name, nickname, tags, user.
        tags: expected 1 element, was 2; first difference at [1]: expected no element, was "b"
        user.address.city: expected "Vienna", was "Graz"
      """
    #expect(throws: FakedError.assertionFailed(text)) {
      try fake.assertProps([
        "user.address.city": "Vienna", "age": 42.0, "name": "Ann", "nmae": "Ann", "tags": ["a"],
        "friend.address.city": "Linz",
      ])
    }
  }

  @Test func oneThatDiffersIsCountedInTheSingular() {
    #expect(
      throws: FakedError.assertionFailed(
        "FakeAccount: 1 of 1 property differs.\n  age: expected 1, was 42")
    ) {
      try fake.assertProps(["age": 1])
    }
  }

  @Test func unknownNamesAloneAreNoPropertyFound() {
    let one = """
      FakeAccount: 1 of 2 properties was not found.
        age.x: there is no property "x" in age (Int). It has none.
      """
    #expect(throws: FakedError.noPropertyFound(one)) {
      try fake.assertProps(["age": 42, "age.x": 1])
    }
    let two = """
      FakeAccount: 2 of 2 properties were not found.
        age.x: there is no property "x" in age (Int). It has none.
        tags.7: there is no element "7" in tags ([String]). It has 2 elements.
      """
    #expect(throws: FakedError.noPropertyFound(two)) {
      try fake.assertProps(["tags.7": "", "age.x": 1])
    }
  }
}

private struct FakeAccount: Faked {
  let instanceId = "account"
  let name = "Ann"
  let age = 42
  let nickname: String? = nil
  let tags = ["a", "b"]
  let user: User? = User(name: "Bob", address: Address(city: "Graz"))
  let friend = User(name: "Cy", address: nil)
}

private struct User: Equatable {
  var name: String
  var address: Address?
}

private struct Address: Equatable {
  var city: String
}
