/// A function of a fake, as messages name it: `FakeNetworkClient.send`.
@usableFromInline
package final class FunctionLabel: Sendable, CustomStringConvertible {
  let instance: String?
  /// The number of a fake without a name among the fakes of its type.
  let number: FakeNumber?
  package let fake: Any.Type
  package let name: String

  @usableFromInline
  init(instance: String?, number: FakeNumber? = nil, fake: Any.Type, name: String) {
    self.instance = instance
    self.number = number
    self.fake = fake
    self.name = name
  }

  /// The fake: `FakeStore`, `cache: FakeStore` for a fake with a name, or `FakeStore #2` for one of several
  /// without names.
  package var owner: String {
    (instance.map { $0 + ": " } ?? "") + readableType(fake) + (number?.text ?? "")
  }

  @usableFromInline package var description: String { "\(owner).\(name)" }

  /// The function as recordings name it. Fakes without a name share their results, so their number is left out.
  package var recordedName: String {
    "\(instance.map { $0 + ": " } ?? "")\(readableType(fake)).\(name)"
  }

  /// Returns a call as it is written, with the labels of the name: `FakeStore.set("abc", for: "token")`.
  package func call(_ arguments: [Any?], _ text: (Any?) -> String = readable) -> String {
    "\(owner).\(shortCall(arguments, text))"
  }

  /// Returns a call as it is written, without the fake: `set("abc", for: "token")`, or `cursor` for a property.
  package func shortCall(_ arguments: [Any?], _ text: (Any?) -> String = readable) -> String {
    let isProperty = arguments.isEmpty && !name.contains("(")
    return isProperty ? name : "\(baseName)\(list(arguments.map(text)))"
  }

  /// Returns the texts of all arguments with the labels of the name: `("abc", for: "token")`.
  package func list(_ texts: [String]) -> String {
    let labels = labels.count == texts.count ? labels : texts.map { _ in nil }
    let list = zip(labels, texts).map { label, text in (label.map { $0 + ": " } ?? "") + text }
    return "(\(list.joined(separator: ", ")))"
  }

  /// The name without its labels.
  package var baseName: Substring { name.prefix { $0 != "(" } }

  /// Returns another function of the same fake.
  func with(_ name: String) -> FunctionLabel {
    FunctionLabel(instance: instance, number: number, fake: fake, name: name)
  }

  /// The labels of the parameters, `nil` for `_`. Empty if the name has no labels.
  package var labels: [String?] {
    guard name.hasSuffix(":)") else { return [] }
    return name.dropFirst(baseName.count + 1).dropLast().split(
      separator: ":", omittingEmptySubsequences: true
    ).map { $0 == "_" ? nil : String($0) }
  }
}

extension CallRecord {
  /// The outcome with its details, as in `returned 3 in 12 µs, stubbed at StoreTests.swift:7`.
  package var ending: String {
    let time = duration.map { " in \($0.formattedShort)" } ?? ""
    let cancelled = wasCancelled ? ", canceled" : ""
    let replayed = isReplayed ? ", replayed from a recording" : ""
    return outcomeText(after: time) + cancelled + replayed
      + (stub.map { ", stubbed at \($0)" } ?? "")
  }

  /// The outcome, as in `returned 3`, or `returned 3 in 12 µs` with a time.
  package func outcomeText(after time: String = "") -> String {
    switch outcome {
    case .pending: "is under way"
    case .returned(is Void): "returned\(time)"
    case .returned(let value): "returned \(readableAtLength(value))\(time)"
    case .threw(let error as FakedError):
      "threw \(error.reason(failure, after: time))"
    case .threw(let error): "threw \(readable(error))\(time)"
    }
  }
}

extension FakedError {
  /// The reason why a call threw the error, as it follows the word "threw" in a list of calls.
  fileprivate func reason(_ failure: CallFailure?, after time: String) -> String {
    switch failure {
    case .unstubbed: return "an error\(time) because no stub responds"
    case .unexpected: return "an error\(time) because its stub says `thenFail()`"
    case .unfit: return "an error\(time) because its response does not fit"
    case .unrecorded: return "an error\(time) because the recording does not contain it"
    case nil: break
    }
    // A behavior can throw the error of another call.
    return switch self {
    case .heldCall: "an error\(time) because it was held and not resumed"
    case .missingFunction: "FakedError.missingFunction\(time)"
    case .typeMismatch: "FakedError.typeMismatch\(time)"
    case .noPropertyFound: "FakedError.noPropertyFound\(time)"
    case .assertionFailed: "FakedError.assertionFailed\(time)"
    case .invalidParameter: "FakedError.invalidParameter\(time)"
    case .missingCall: "FakedError.missingCall\(time)"
    }
  }
}

extension Duration {
  /// The duration in microseconds below a millisecond, in milliseconds below a second, and otherwise in seconds with at
  /// most one decimal place. Further digits are dropped.
  package var formattedShort: String {
    // `components` traps for a longer duration.
    let longest = Duration.seconds(Int64.max)
    let (seconds, attoseconds) = min(max(self, .zero - longest), longest).components
    let tenths = abs(attoseconds / 100_000_000_000_000_000)
    if seconds != 0 { return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s" }
    let microseconds = attoseconds / 1_000_000_000_000
    return abs(microseconds) < 1_000 ? "\(microseconds) µs" : "\(microseconds / 1_000) ms"
  }

  /// The exact duration in words: `1 second`, `61 seconds`, or `0.25 seconds`.
  package var inWords: String {
    if self == .seconds(1) { return "1 second" }
    let text = "\(self)"
    return text.hasSuffix(".0 seconds") ? text.dropLast(".0 seconds".count) + " seconds" : text
  }
}
