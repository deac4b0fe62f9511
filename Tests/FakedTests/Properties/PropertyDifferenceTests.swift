import Faked
import Foundation
import Testing

@Suite struct PropertyDifferenceTests {
  private func failure(expected: Any?, actual: Any?) -> FakedError? {
    FakeHolder(actual).failure(of: "value", expected: expected)
  }

  @Test func equalStructuresPass() {
    let listener = Listener()
    let pairs: [(expected: Any?, actual: Any?)] = [
      (State.idle, State.idle),
      ([1: State.done(1, why: "x")], [1: State.done(1, why: "x")]),
      ((1, a: State.idle), (1, a: State.idle)),
      ([State.idle], [State.idle]),
      ([:] as [String: State], [:] as [String: State]),
      (Int.self, Int.self), (Set([1, 2]), Set([2, 1])), (AnyHashable(1), 1),
      (Int??.some(.some(1)) as Any, 1), ([1] as [Any], [1]), (Node(1), Node(1)),
      (Leaf(), Leaf()),
      // The `==` of a value takes precedence, and the `==` of a superclass also applies to its subclasses.
      ([CaseBlind(name: "A")] as [Any], [CaseBlind(name: "a")]),
      (Dog(name: "Rex"), Animal(name: "Rex")), (Animal(name: "Rex"), Dog(name: "Rex")),
      // So does identity, regardless of the properties of an object.
      (listener, listener), (FakeAccount(), FakeAccount()),
    ]
    for (expected, actual) in pairs { #expect(failure(expected: expected, actual: actual) == nil) }
  }

  @Test func aDifferenceIsIdentifiedByItsPath() {
    let long = String(repeating: "a", count: 200)
    let end = "…" + String(repeating: "a", count: 20)
    let differences: [(expected: Any?, actual: Any?, text: String)] = [
      (State.idle, State.done(1, why: "x"), #": expected .idle, was .done(1, why: "x")."#),
      (State.idle, State.busy, ": expected .idle, was .busy."),
      (
        State.done(1, why: "x"), State.done(1, why: "y"), #".done.why: expected "x", was "y"."#
      ),
      ((1, 2), (1, 3), ".1: expected 2, was 3."),
      ([1, 2, 3], [1, 4, 3], "[1]: expected 2, was 4."),
      (["a": 1], [String: Int](), #"["a"]: missing 1."#),
      (
        [Alike(number: 1): 1], [Alike(number: 1): 1, Alike(number: 2): 1],
        "[alike]: unexpected 1."
      ),
      (
        [1: "a"] as [AnyHashable: Any], [1: 2], #"[1]: expected "a" (String), was 2 (Int)."#
      ),
      (Int.self, String.self, ": expected Int.self, was String.self."),
      (1..<2, 1..<3, ": expected 1..<2, was 1..<3."),
      (
        long + "b", long + "c",
        #": expected "\#(end)b" (201 characters), was "\#(end)c" (201 characters)."#
      ),
      (Steps(names: ["a", "b"]), Steps(names: ["a", "c"]), #"[1]: expected "b", was "c"."#),
      (Double.nan, Double.nan, ": expected nan, was nan; NaN is not equal to itself."),
      (
        Identity(), Identity(),
        ": expected Identity, was Identity; they have the same description, but are not equal."
      ),
      (
        [Ticket(number: 1)], [Ticket(number: 2)],
        "[0]: expected Ticket, was Ticket; they have the same description, but are not equal."
      ),
      (nil, {}, ": expected nil, was a closure."),
      ([{}], [{}], "[0]: closures cannot be compared."),
      (Listener(), Listener(), ".onEvent: closures cannot be compared."),
      (Opaque(), Opaque(), ": values of type Opaque cannot be compared."),
    ]
    for (expected, actual, text) in differences {
      let message = failure(expected: expected, actual: actual)?.message
      #expect(message == "FakeHolder.value" + text)
    }
  }

  @Test func theDifferingPartsAreListedInsteadOfTwoDumps() {
    let text = """
      FakeHolder.value: 2 differences.
        value.name: expected "Bob", was "Ann"
        value.address.city: expected "Vienna", was "Graz"
      """
    let failure = failure(
      expected: FakeAccount.User(name: "Bob", address: .init(city: "Vienna")),
      actual: FakeAccount.User(name: "Ann", address: .init(city: "Graz")))
    #expect(failure == .assertionFailed(text))
  }

  @Test func collectionsOfDifferentLengthsShowTheFirstDifferenceOfTheirElements() {
    func text(_ lengths: String, _ element: String) -> FakedError {
      .assertionFailed("FakeHolder.value: 2 differences.\n  value: \(lengths)\n  value\(element)")
    }
    #expect(
      failure(expected: [1, 2, 3], actual: [1])
        == text("expected 3 elements, was 1", "[1]: missing 2"))
    #expect(
      failure(expected: [], actual: [1, 2])
        == text("expected 0 elements, was 2", "[0]: unexpected 1"))
    #expect(
      failure(expected: [[1], [2]], actual: [[1], [3], [4]])
        == text("expected 2 elements, was 3", "[1][0]: expected 2, was 3"))
  }

  @Test func theMissingAndUnexpectedMembersOfASetAreListed() {
    let text = """
      FakeHolder.value: 3 differences.
        value: missing "a"
        value: missing "b"
        value: unexpected "d"
      """
    let failure = failure(expected: Set(["b", "a", "c"]), actual: Set(["c", "d"]))
    #expect(failure == .assertionFailed(text))
  }

  @Test func theFirstDifferencesAreShown() {
    func lines(_ count: Int) -> String {
      (0..<count).map { "\n  value[\($0)].node.value: expected \($0 + 51), was \($0 + 1)" }.joined()
    }
    func failure(_ count: Int) -> FakedError? {
      self.failure(
        expected: (51...).prefix(count).map(Fresh.init),
        actual: (1...).prefix(count).map(Fresh.init))
    }
    #expect(failure(10) == .assertionFailed("FakeHolder.value: 10 differences." + lines(10)))
    let many = "FakeHolder.value: at least 10 differences.\(lines(10))\n  …"
    #expect(failure(50) == .assertionFailed(many))
  }

  /// Reflection shows many more parts than `==` compares, so the search ends.
  @Test func aDifferenceAfterManyEqualPartsIsNotSearched() {
    let zeros: [Any] = Array(repeating: 0, count: 5_000)
    #expect(failure(expected: zeros + [1], actual: zeros + [1]) == nil)
    #expect(
      failure(expected: zeros + [1], actual: zeros + [2])?.message
        == "FakeHolder.value[5000]: expected 1, was 2.")
    // After the first differences, the search ends earlier, and the message says so.
    let text = """
      FakeHolder.value: at least 2 differences.
        value[0]: expected 1, was 2
        value[1]: expected 1, was 2
        …
      """
    let late: [Any] = [1, 1] + zeros + [1]
    #expect(failure(expected: late, actual: [2, 2] + zeros + [2]) == .assertionFailed(text))
    let numbers = Array(repeating: 0, count: 5_000)
    let message = failure(expected: numbers + [1], actual: numbers + [2])?.message
    #expect(message?.hasSuffix("; they differ further on.") == true)
  }

  @Test func cyclicStructuresCanBeCompared() {
    let (left, right) = (Node(1), Node(1))
    (left.next, right.next) = (left, right)
    #expect(failure(expected: right, actual: left) == nil)
    right.next = Node(2)
    right.next?.next = right
    let text = "FakeHolder.value.next.value: expected 1, was 2."
    #expect(failure(expected: left, actual: right) == .assertionFailed(text))
  }

  private func chain(of length: Int) -> Node {
    let first = Node(0)
    var last = first
    for value in 1..<length {
      let next = Node(value)
      last.next = next
      last = next
    }
    return first
  }

  @Test func structuresThatAreTooDeepAreNotEqual() {
    #expect(failure(expected: chain(of: 64), actual: chain(of: 64)) == nil)
    let message = failure(expected: chain(of: 200), actual: chain(of: 200))?.message
    #expect(message?.hasSuffix(".next: not compared, it is over 64 levels deep.") == true)
  }
}

// MARK: - Values

private enum State {
  case idle, busy
  case done(Int, why: String)
}

private final class Node {
  let value: Int
  var next: Node?
  init(_ value: Int) { self.value = value }
}

private struct Leaf {}

/// A value whose mirror has parts without names and no display style.
private struct Steps: CustomReflectable {
  let names: [String]
  var customMirror: Mirror { Mirror(self, unlabeledChildren: names) }
}

private final class Listener {
  let onEvent = {}
}

private final class Identity: Equatable {
  static func == (left: Identity, right: Identity) -> Bool { left === right }
}

private struct Alike: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "alike" }
}

/// A value whose mirror creates an object that lives only as long as the mirror.
private struct Fresh: CustomReflectable {
  let number: Int
  var customMirror: Mirror { Mirror(self, children: ["node": Node(number)]) }
}

/// A value whose mirror has no parts.
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

private class Animal: Equatable {
  let name: String
  init(name: String) { self.name = name }
  static func == (left: Animal, right: Animal) -> Bool { left.name == right.name }
}

private final class Dog: Animal {}
