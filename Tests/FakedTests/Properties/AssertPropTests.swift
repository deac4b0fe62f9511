import Faked
import Testing

@Suite struct AssertPropTests {
  private let fake = FakeAccount()

  @Test func aDifferenceShowsBothValuesOrTheNilInThePath() {
    let differences: [(path: String, expected: Any?, text: String)] = [
      ("name", "Eve", #"expected "Eve", was "Ann""#),
      ("name", nil, #"expected nil, was "Ann""#),
      ("nickname", "Al", #"expected "Al", was nil"#),
      ("users.0.address.city", "Vienna", #"expected "Vienna", was "Graz""#),
      ("users[0].address.city", "Vienna", #"expected "Vienna", was "Graz""#),
      ("users.1.address.city", "Graz", #"expected "Graz", but users.1.address is nil"#),
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
      "It has: age, instanceId, name, nickname, pair, prefs, state, tags, user, users."
    let texts = [
      "nmae": #" has no property "nmae". Did you mean "name"? \#(names)"#,
      "NICKNAME": #" has no property "NICKNAME". Did you mean "nickname"? \#(names)"#,
      "zip": #" has no property "zip". \#(names)"#,
      "": #" has no property "". \#(names)"#,
      "user.adress":
        #".user (User) has no property "adress". Did you mean "address"? It has: address, name."#,
      "user.": #".user (User) has no property "". It has: address, name."#,
      "age.years": #".age (Int) has no property "years". It has none."#,
      "users.2": #".users ([User]) has no element "2". It has 2 elements."#,
      "tags.-1": #".tags ([String]) has no element "-1". It has 2 elements."#,
      // An index has only one valid form.
      "tags.+0": #".tags ([String]) has no element "+0". It has 2 elements."#,
      "tags.00": #".tags ([String]) has no element "00". It has 2 elements."#,
      "tags[-0]": #".tags ([String]) has no element "-0". It has 2 elements."#,
      "prefs.drak":
        #".prefs ([String: Bool]) has no key "drak". Did you mean "dark"? It has: a.b, dark."#,
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
      "user.address.city": "Graz", "users.0.address.city": "Graz", "users[0].name": "Bob",
      "prefs.dark": true, "prefs[\"dark\"]": true, "prefs[\"a.b\"]": false,
      "state.failed.code": 3, "pair.0": 1, "pair.second": 2,
    ]
    for (path, value) in values { #expect(fake.failure(of: path, expected: value) == nil) }
  }
}

@Suite struct AssertPropsTests {
  private let fake = FakeAccount()
}
