import Faked
import Testing

@Suite struct AssertPropTests {
  private let fake = FakeAccount()

  @Test func aDifferenceShowsBothValuesOrTheNilInThePath() {
    let differences: [(path: String, expected: Any?, text: String)] = [
      ("name", "Eve", #"expected "Eve", was "Ann""#),
      ("name", nil, #"expected nil, was "Ann""#),
      ("nickname", "Al", #"expected "Al", was nil"#),
      ("user.address.city", "Vienna", #"expected "Vienna", was "Graz""#),
      ("other.address.city", "Graz", #"expected "Graz", but other.address is nil"#),
      ("nickname.count", nil, "expected nil, but nickname is nil"),
    ]
    for (path, expected, text) in differences {
      let error = FakedError.assertionFailed("FakeAccount.\(path): \(text).")
      #expect(fake.failure(of: path, expected: expected) == error)
    }
  }

  /// This type can't be private, because reflection names the owners of private types by their address.
  struct Note: Equatable {}

  enum Shelf {
    struct Note: Equatable {}
  }

  @Test func aTypeMismatchNamesBothTypes() {
    let types = #"FakeAccount.age: expected "42" (String), was 42 (Int)."#
    #expect(fake.failure(of: "age", expected: "42") == .typeMismatch(types))
    let owners =
      "FakeHolder.value: expected Note() (FakedTests.AssertPropTests.Shelf.Note), "
      + "was Note() (FakedTests.AssertPropTests.Note)."
    let failure = FakeHolder(Note()).failure(of: "value", expected: Shelf.Note())
    #expect(failure == .typeMismatch(owners))
  }

  @Test func aMissingPropertyNamesItsOwnerAndTheExistingOnes() {
    let names =
      "It has: age, instanceId, name, nickname, other, pair, state, tags, user."
    let texts = [
      "nmae": #" has no property "nmae". Did you mean "name"? \#(names)"#,
      "NICKNAME": #" has no property "NICKNAME". Did you mean "nickname"? \#(names)"#,
      "zip": #" has no property "zip". \#(names)"#,
      "": #" has no property "". \#(names)"#,
      "user.adress":
        #".user (User) has no property "adress". Did you mean "address"? It has: address, name."#,
      "user.": #".user (User) has no property "". It has: address, name."#,
      "age.years": #".age (Int) has no property "years". It has none."#,
      "tags.0": #".tags ([String]) has no property "0". It has none."#,
    ]
    for (path, text) in texts {
      #expect(fake.failure(of: path, expected: "") == .noPropertyFound("FakeAccount" + text))
    }
  }
}

@Suite struct PropertyPathTests {
  private let fake = FakeAccount()

  @Test func pathsReachValuesOfEveryKind() {
    let values: [String: Any?] = [
      "user.address.city": "Graz", "state.failed.code": 3, "pair.0": 1, "pair.second": 2,
    ]
    for (path, value) in values { #expect(fake.failure(of: path, expected: value) == nil) }
  }
}

@Suite struct AssertPropsTests {
  private let fake = FakeAccount()
}
