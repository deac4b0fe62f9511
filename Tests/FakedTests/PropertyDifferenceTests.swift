import Faked
import Testing

@Suite struct PropertyDifferenceTests {
  @Test(arguments: [
    (ComparedValue(1), ComparedValue(1)), (ComparedValue(State.idle), ComparedValue(State.idle)),
    (ComparedValue([1: State.done(1, why: "x")]), ComparedValue([1: State.done(1, why: "x")])),
    (ComparedValue((1, a: State.idle)), ComparedValue((1, a: State.idle))),
    (ComparedValue(Int.self), ComparedValue(Int.self)),
    (ComparedValue([State.idle]), ComparedValue([State.idle])),
    (ComparedValue(Set([1, 2])), ComparedValue(Set([2, 1]))),
    (ComparedValue(AnyHashable(1)), ComparedValue(1)),
    (ComparedValue(Int??.some(.some(1)) as Any), ComparedValue(1)),
    (ComparedValue([1] as [Any]), ComparedValue([1])),
    (ComparedValue([:] as [String: State]), ComparedValue([:] as [String: State])),
    (ComparedValue(Node(1)), ComparedValue(Node(1))),
    (ComparedValue(Leaf()), ComparedValue(Leaf())),
  ])
  func equalStructuresPass(expected: ComparedValue, actual: ComparedValue) throws {
    #expect(try FakeHolder(actual).assertProp("value", expectedValue: expected.value))
  }

  @Test func theOwnEqualityOfAValueCountsFirst() throws {
    let fake = FakeHolder(ComparedValue([CaseBlind(name: "a")]))
    try fake.assertProp("value", expectedValue: [CaseBlind(name: "A")] as [Any])
  }

  @Test func anObjectIsEqualToItselfWhateverItHolds() throws {
    final class Listener {
      let onEvent = {}
    }
    let listener = Listener()
    let fake = FakeHolder(ComparedValue(listener))
    try fake.assertProp("value", expectedValue: listener as Any)
    let text = "FakeHolder.value.onEvent: closures cannot be compared."
    #expect(throws: FakedError.assertionFailed(text)) {
      try fake.assertProp("value", expectedValue: Listener() as Any)
    }
  }

  @Test func objectsThatAreMadeToBeComparedAreComparedEach() throws {
    let fake = FakeHolder(ComparedValue((1...50).map(Fresh.init)))
    let error = #expect(throws: FakedError.self) {
      try fake.assertProp("value", expectedValue: (51...100).map(Fresh.init) as Any)
    }
    #expect(error?.message.hasPrefix("FakeHolder.value: 50 differences.") == true)
  }

  @Test func cyclesEnd() throws {
    let (left, right) = (Node(1), Node(1))
    (left.next, right.next) = (left, right)
    try FakeHolder(ComparedValue(left)).assertProp("value", expectedValue: right as Any)
    right.next = Node(2)
    right.next?.next = right
    let text = "FakeHolder.value.next.value: expected 1, was 2."
    #expect(throws: FakedError.assertionFailed(text)) {
      try FakeHolder(ComparedValue(right)).assertProp("value", expectedValue: left as Any)
    }
  }

  @Test(arguments: [
    (ComparedValue(1), ComparedValue(2), ": expected 1, was 2."),
    (
      ComparedValue(State.idle), ComparedValue(State.done(1, why: "x")),
      #": expected .idle, was .done(1, why: "x")."#
    ),
    (ComparedValue(State.idle), ComparedValue(State.busy), ": expected .idle, was .busy."),
    (
      ComparedValue(State.done(1, why: "x")), ComparedValue(State.done(1, why: "y")),
      #".done.why: expected "x", was "y"."#
    ),
    (ComparedValue((1, 2)), ComparedValue((1, 3)), ".1: expected 2, was 3."),
    (ComparedValue([1, 2, 3]), ComparedValue([1, 4, 3]), "[1]: expected 2, was 4."),
    (
      ComparedValue([1, 2, 3]), ComparedValue([1]),
      ": expected 3 elements, was 1; first difference at [1]: expected 2, was missing."
    ),
    (
      ComparedValue([1]), ComparedValue([2, 3]),
      ": expected 1 element, was 2; first difference at [0]: expected 1, was 2."
    ),
    (
      ComparedValue([[1], [2]]), ComparedValue([[1], [3], [4]]),
      ": expected 2 elements, was 3; first difference at [1][0]: expected 2, was 3."
    ),
    (
      ComparedValue(Set(["a", "b", "c"])), ComparedValue(Set(["c", "d"])),
      #": missing "a", "b"; unexpected "d"."#
    ),
    (ComparedValue(Set(["a"])), ComparedValue(Set<String>()), #": missing "a"."#),
    (
      ComparedValue(Set([umlauts])), ComparedValue(Set<String>()), ": missing \"\(umlauts)\"."
    ),
    (
      ComparedValue(Set([Alike(number: 1)])), ComparedValue(Set([Alike(number: 2)])),
      ": missing alike; unexpected alike."
    ),
    (ComparedValue(["a": 1]), ComparedValue(["a": 2]), #"["a"]: expected 1, was 2."#),
    (ComparedValue(["a": 1]), ComparedValue([String: Int]()), #"["a"]: expected 1, was missing."#),
    (ComparedValue([Int: Int]()), ComparedValue([1: 2]), "[1]: expected no entry, was 2."),
    (
      ComparedValue([Alike(number: 1): 1]),
      ComparedValue([Alike(number: 1): 1, Alike(number: 2): 1]),
      "[alike]: expected no entry, was 1."
    ),
    (ComparedValue(Int.self), ComparedValue(String.self), ": expected Int.self, was String.self."),
    (ComparedValue(1..<2), ComparedValue(1..<3), ": expected 1..<2, was 1..<3."),
    (
      ComparedValue(Duration.seconds(1)), ComparedValue(Duration.seconds(2)),
      ": expected 1.0 seconds, was 2.0 seconds."
    ),
    (
      ComparedValue(Double.nan), ComparedValue(Double.nan),
      ": expected nan, was nan; NaN is not equal to itself."
    ),
    (
      ComparedValue(Identity()), ComparedValue(Identity()),
      ": expected Identity, was Identity; they read alike, but are not equal."
    ),
    (
      ComparedValue([Ticket(number: 1)]), ComparedValue([Ticket(number: 2)]),
      "[0]: expected Ticket, was Ticket; they read alike, but are not equal."
    ),
    (ComparedValue(nil), ComparedValue({}), ": expected nil, was a closure."),
    (ComparedValue({}), ComparedValue({}), ": closures cannot be compared."),
    (ComparedValue([{}]), ComparedValue([{}]), "[0]: closures cannot be compared."),
    (
      ComparedValue(Opaque()), ComparedValue(Opaque()),
      ": values of type Opaque cannot be compared."
    ),
    (
      ComparedValue([1: "a"] as [AnyHashable: Any]), ComparedValue([1: 2]),
      #"[1]: expected "a" (String), was 2 (Int)."#
    ),
  ])
  func aDifferenceIsNamedByItsPath(expected: ComparedValue, actual: ComparedValue, text: String) {
    let error = #expect(throws: FakedError.self) {
      try FakeHolder(actual).assertProp("value", expectedValue: expected.value)
    }
    #expect(error?.message == "FakeHolder.value" + text)
  }
}

@Suite struct DifferenceListTests {
  private let user = User(name: "Ann", kind: .admin, address: Address(city: "Graz", zip: "8010"))

  @Test func theDifferingPartsAreListedInsteadOfTwoDumps() {
    var other = user
    other.name = "Bob"
    other.address?.city = "Vienna"
    let text = """
      FakeHolder.value: 2 differences.
        value.name: expected "Bob", was "Ann"
        value.address.city: expected "Vienna", was "Graz"
      """
    #expect(throws: FakedError.assertionFailed(text)) {
      try FakeHolder(ComparedValue(user)).assertProp("value", expectedValue: other)
    }
  }

  @Test func ofManyDifferencesTheFirstAreShown() {
    let lines = (0..<10).map { "  value[\($0)]: expected 0, was 1\n" }.joined()
    let text = "FakeHolder.value: 12 differences.\n" + lines + "  … and 2 more in value"
    #expect(throws: FakedError.assertionFailed(text)) {
      try FakeHolder(ComparedValue(Array(repeating: 1, count: 12)))
        .assertProp("value", expectedValue: Array(repeating: 0, count: 12))
    }
  }

  @Test func structuresThatAreTooDeepAreNotTakenForEqual() {
    func chain() -> Node {
      let first = Node(0)
      var last = first
      for value in 1...200 {
        let next = Node(value)
        last.next = next
        last = next
      }
      return first
    }
    let error = #expect(throws: FakedError.self) {
      try FakeHolder(ComparedValue(chain())).assertProp("value", expectedValue: chain() as Any)
    }
    #expect(error?.message.hasSuffix(".next: not compared, it is over 64 levels deep.") == true)
  }
}

// MARK: - Values

struct ComparedValue: @unchecked Sendable {
  let value: Any?
  init(_ value: Any?) { self.value = value }
}

private struct FakeHolder: Faked {
  let instanceId = "holder"
  let value: Any?
  init(_ box: ComparedValue) { value = box.value }
}

private enum State {
  case idle, busy
  case done(Int, why: String)
  case failed(any Error)
}

private enum Kind {
  case admin
}

private struct User: Equatable {
  var name: String
  var kind: Kind
  var address: Address?
}

private struct Address: Equatable {
  var city: String
  var zip: String?
}

private final class Node {
  let value: Int
  var next: Node?
  init(_ value: Int) { self.value = value }
}

private final class Identity: Equatable {
  static func == (left: Identity, right: Identity) -> Bool { left === right }
}

private let umlauts = String(repeating: "ä", count: 100)

private struct Alike: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "alike" }
}

private struct Leaf {}

/// Shows an object that lives no longer than it is looked at.
private struct Fresh: CustomReflectable {
  let number: Int
  var customMirror: Mirror { Mirror(self, children: ["node": Node(number)]) }
}

/// Shows nothing of itself.
private struct Ticket: Equatable, CustomReflectable {
  let number: Int
  var customMirror: Mirror { Mirror(self, children: []) }
}

private struct Opaque: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: []) }
}

private struct CaseBlind: Equatable {
  let name: String
  static func == (left: Self, right: Self) -> Bool {
    left.name.lowercased() == right.name.lowercased()
  }
}
