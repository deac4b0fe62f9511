import Faked
import Testing

@Suite struct AssertPropTests {
  private let fake = FakeAccount()

  @Test func equalValuesReturnTrue() throws {
    #expect(try fake.assertProp("name", expectedValue: "Ann"))
    #expect(try fake.assertProp("tags", expectedValue: ["a", "b"]))
    #expect(try fake.assertProp("instanceId", expectedValue: "account"))
  }

  @Test func aDifferentValueIsShownBesideTheExpectedOne() {
    #expect(throws: FakedError.assertionFailed(#"FakeAccount.name: expected "Eve", was "Ann"."#)) {
      try fake.assertProp("name", expectedValue: "Eve")
    }
  }

  @Test func aValueOfAnotherTypeIsATypeMismatch() {
    #expect(
      throws: FakedError.typeMismatch(#"FakeAccount.age: expected "42" (String), was 42 (Int)."#)
    ) {
      try fake.assertProp("age", expectedValue: "42")
    }
  }

  /// Not private, as reflection names the owners of private types by their address.
  struct Note: Equatable {}

  enum Shelf {
    struct Note: Equatable {}
  }

  @Test func typesOfTheSameNameAreToldApartByTheirOwners() {
    struct FakeBoard: Faked {
      let instanceId = "board"
      let note = Note()
    }
    let text =
      "FakeBoard.note: expected Note() (FakedTests.AssertPropTests.Shelf.Note), "
      + "was Note() (FakedTests.AssertPropTests.Note)."
    #expect(throws: FakedError.typeMismatch(text)) {
      try FakeBoard().assertProp("note", expectedValue: Shelf.Note())
    }
  }

  @Test func anUnknownNameListsThoseThereAreAndTheNearest() {
    let names = "age, instanceId, name, nickname, onChange, prefs, tags, user, users"
    let text = "FakeAccount has no property \"nmae\". Did you mean \"name\"? It has: \(names)."
    #expect(throws: FakedError.noPropertyFound(text)) {
      try fake.assertProp("nmae", expectedValue: "Ann")
    }
    #expect(
      throws: FakedError.noPropertyFound("FakeAccount has no property \"zip\". It has: \(names).")
    ) {
      try fake.assertProp("zip", expectedValue: 1)
    }
    #expect(
      throws: FakedError.noPropertyFound("FakeAccount has no property \"\". It has: \(names).")
    ) {
      try fake.assertProp("", expectedValue: 1)
    }
  }

  @Test(arguments: [("NICKNAME", "nickname"), ("pref", "prefs"), ("instanceID", "instanceId")])
  func slipsOfTheFingersAreUnderstood(slip: String, name: String) {
    let error = #expect(throws: FakedError.self) { try fake.assertProp(slip, expectedValue: 1) }
    #expect(error?.message.contains("Did you mean \"\(name)\"?") == true)
  }

  @Test func aFakeWithANameIsCalledByIt() {
    struct FakeTable: Faked {
      let instanceId = FakeInstance("cache")
      let rows = 1
    }
    #expect(throws: FakedError.assertionFailed("cache: FakeTable.rows: expected 2, was 1.")) {
      try FakeTable().assertProp("rows", expectedValue: 2)
    }
    let text = "cache: FakeTable: 1 of 1 property differs.\n  rows: expected 2, was 1"
    #expect(throws: FakedError.assertionFailed(text)) { try FakeTable().assertProps(["rows": 2]) }
  }

  @Test func aLongListOfNamesIsCut() {
    struct FakeTable: Faked {
      let instanceId = "table"
      let cells = Dictionary(uniqueKeysWithValues: (10...35).map { ("\($0)", $0) })
    }
    let names = (10...29).map(String.init).joined(separator: ", ")
    let text = "FakeTable.cells ([String: Int]) has no key \"none\". It has: \(names)"
    #expect(throws: FakedError.noPropertyFound(text + ", … and 6 more.")) {
      try FakeTable().assertProp("cells.none", expectedValue: 1)
    }
  }

  @Test func anOptionalPropertyIsComparedWithAPlainValue() throws {
    #expect(try fake.assertProp("user.name", expectedValue: "Bob"))
    #expect(try fake.assertProp("name", expectedValue: "Ann" as String?))
    #expect(try fake.assertProp("nickname", expectedValue: nil as String?))
    #expect(try fake.assertProp("nickname", expectedValue: nil))
    #expect(throws: FakedError.assertionFailed(#"FakeAccount.nickname: expected "Al", was nil."#)) {
      try fake.assertProp("nickname", expectedValue: "Al")
    }
    #expect(throws: FakedError.assertionFailed(#"FakeAccount.name: expected nil, was "Ann"."#)) {
      try fake.assertProp("name", expectedValue: nil as String?)
    }
  }

  @Test func anExistentialIsCheckedLikeTheFake() throws {
    let fake: any Faked = fake
    #expect(try fake.assertProp("age", expectedValue: 42))
    #expect(throws: FakedError.assertionFailed("FakeAccount.age: expected 1, was 42.")) {
      try fake.assertProp("age", expectedValue: 1)
    }
  }

  @Test func theEqualityOfASuperclassDecidesForItsSubclasses() throws {
    try FakeZoo().assertProp("animal", expectedValue: Dog(name: "Rex") as Animal)
    try FakeZoo().assertProp("dog", expectedValue: Animal(name: "Rex"))
    try FakeZoo().assertProp("animal", expectedValue: Dog(name: "Rex"))
  }

  @Test func aFakeIsEqualToItself() throws {
    struct FakeOwner: Faked {
      let instanceId = "owner"
      let child = FakeAccount()
    }
    try FakeOwner().assertProp("child", expectedValue: FakeAccount())
  }
}

@Suite struct PropertyPathTests {
  private let fake = FakeAccount()

  @Test(arguments: ["user.address.city", "users.0.address.city", "users[0].address.city"])
  func nestedPathsAreFollowed(path: String) throws {
    #expect(try fake.assertProp(path, expectedValue: "Graz"))
    #expect(
      throws: FakedError.assertionFailed("FakeAccount.\(path): expected \"Vienna\", was \"Graz\".")
    ) {
      try fake.assertProp(path, expectedValue: "Vienna")
    }
  }

  @Test func keysOfDictionariesAreSteps() throws {
    try fake.assertProp("prefs.dark", expectedValue: true)
    try fake.assertProp("prefs[\"dark\"]", expectedValue: true)
    try fake.assertProp("prefs[\"a.b\"]", expectedValue: false)
  }

  /// What a failure prints can be put into a test.
  @Test(arguments: [#"["a]b"]"#, #"["\""]"#, #"["[\n"]"#, "[.dark]", "[[1, 2]]"])
  func keysAreReadAsFailuresPrintThem(key: String) throws {
    enum Mode { case dark }
    struct FakePrefs: Faked {
      let instanceId = "prefs"
      let all: [AnyHashable: Int] = ["a]b": 1, "\"": 1, "[\n": 1, Mode.dark: 1, [1, 2]: 1]
    }
    #expect(throws: FakedError.assertionFailed("FakePrefs.all\(key): expected 2, was 1.")) {
      try FakePrefs().assertProp("all\(key)", expectedValue: 2)
    }
  }

  @Test(arguments: ["users[0", "users[0]name", "users[\"0]", "users[0]]"])
  func bracketsHaveToClose(path: String) {
    #expect(
      throws: FakedError.noPropertyFound(
        "FakeAccount.\(path): brackets have to close, and a `.` or `[` has to follow; a key with "
          + #"brackets or quotes in it stands in quotes, as in ages["a]"]."#)
    ) { try fake.assertProp(path, expectedValue: 1) }
  }

  @Test func anIndexIsWrittenInOneWay() {
    for path in ["users.+0", "users.00", "users[-0]"] {
      #expect(throws: FakedError.self) { try fake.assertProp(path, expectedValue: nil) }
    }
  }

  @Test func aLongPathIsCut() {
    let path = String(repeating: "a.b[0]", count: 10_000)
    #expect { try fake.assertProp(path, expectedValue: 1) } throws: { "\($0)".utf8.count < 1_000 }
  }

  @Test func casesAndTuplesAreSteps() throws {
    struct FakeShop: Faked {
      let instanceId = "shop"
      let state = LoadState.failed(code: 3, "why")
      let pair = (1, second: 2)
    }
    try FakeShop().assertProp("state.failed.code", expectedValue: 3)
    try FakeShop().assertProp("pair.0", expectedValue: 1)
    try FakeShop().assertProp("pair.second", expectedValue: 2)
  }

  @Test func aNilOnTheWayIsNamed() {
    let text = #"FakeAccount.users.1.address.city: expected "Graz", but users.1.address is nil."#
    #expect(throws: FakedError.assertionFailed(text)) {
      try fake.assertProp("users.1.address.city", expectedValue: "Graz")
    }
    #expect(
      throws: FakedError.assertionFailed(
        "FakeAccount.nickname.count: expected nil, but nickname is nil.")
    ) {
      try fake.assertProp("nickname.count", expectedValue: nil as Int?)
    }
  }

  @Test(arguments: [
    (
      "user.adress",
      #"user (User) has no property "adress". Did you mean "address"? It has: address, name."#
    ),
    ("users.2", #"users ([User]) has no element "2". It has 2 elements."#),
    ("tags.-1", #"tags ([String]) has no element "-1". It has 2 elements."#),
    (
      "prefs.drak",
      #"prefs ([String: Bool]) has no key "drak". "#
        + #"Did you mean "dark"? It has: a.b, dark."#
    ),
    ("age.years", #"age (Int) has no property "years". It has none."#),
    ("user.", #"user (User) has no property "". It has: address, name."#),
  ])
  func aStepThatDoesNotExistNamesItsOwner(path: String, text: String) {
    #expect(throws: FakedError.noPropertyFound("FakeAccount." + text)) {
      try fake.assertProp(path, expectedValue: "")
    }
  }
}

// MARK: - The fake that is checked

private struct FakeAccount: Faked {
  let instanceId = "account"
  let name = "Ann"
  let age = 42
  let nickname: String? = nil
  let tags = ["a", "b"]
  let prefs = ["dark": true, "a.b": false]
  let user: User? = User(name: "Bob", address: Address(city: "Graz"))
  let users = [User(name: "Bob", address: Address(city: "Graz")), User(name: "Cy", address: nil)]
  let onChange: @Sendable () -> Void = {}
}

private struct User: Equatable {
  var name: String
  var address: Address?
}

private struct Address: Equatable {
  var city: String
}

private enum LoadState {
  case idle
  case failed(code: Int, String)
}

private class Animal: Equatable {
  let name: String
  init(name: String) { self.name = name }
  static func == (left: Animal, right: Animal) -> Bool { left.name == right.name }
}

private final class Dog: Animal {}

private final class FakeZoo: Faked {
  let animal = Animal(name: "Rex")
  let dog: Animal = Dog(name: "Rex")
}
