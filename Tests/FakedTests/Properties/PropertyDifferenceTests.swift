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

  @Test func cyclicStructuresCanBeCompared() {
    let (left, right) = (Node(1), Node(1))
    (left.next, right.next) = (left, right)
    #expect(failure(expected: right, actual: left) == nil)
    right.next = Node(2)
    right.next?.next = right
    let text = "FakeHolder.value.next.value: expected 1, was 2."
    #expect(failure(expected: left, actual: right) == .assertionFailed(text))
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
