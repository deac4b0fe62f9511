/// A function of a fake, as messages name it: `FakeNetworkClient.send`.
@usableFromInline
package final class FunctionLabel: Sendable, CustomStringConvertible {
  let instance: String?
  /// The number of a fake without a name among the fakes of its type in its test.
  let number: Int
  package let fake: Any.Type
  package let name: String

  @usableFromInline
  init(instance: String?, number: Int = 1, fake: Any.Type, name: String) {
    (self.instance, self.number, self.fake, self.name) = (instance, number, fake, name)
  }

  /// The fake: `FakeStore`, `cache: FakeStore` for a fake with a name, or `FakeStore #2` for the second one without a
  /// name.
  package var owner: String {
    (instance.map { $0 + ": " } ?? "") + readableType(fake) + (number > 1 ? " #\(number)" : "")
  }

  @usableFromInline package var description: String { "\(owner).\(name)" }

  /// The function as recordings name it. Fakes without a name share their results, so their number is left out.
  package var recordedName: String {
    "\(instance.map { $0 + ": " } ?? "")\(readableType(fake)).\(name)"
  }

  /// Returns a call as it is written, with the labels of the name: `FakeStore.set("abc", for: "token")`.
  package func call(_ arguments: [Any?]) -> String { "\(owner).\(shortCall(arguments))" }

  /// Returns a call as it is written, without the fake: `set("abc", for: "token")`, or `cursor` for a property.
  package func shortCall(_ arguments: [Any?]) -> String {
    let isProperty = arguments.isEmpty && !name.contains("(")
    return isProperty ? name : "\(baseName)\(list(arguments.map { readable($0) }))"
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

/// Returns the key path of an ID as it is written: `\.send`, or `\.id.reset` for an ID in a holder.
///
/// It is found by reflection when a message needs it: storing the key path would slow down every call.
func idPath(of name: String, in fake: Any, isTyped: Bool) -> String? {
  func isMeant(_ value: Any) -> Bool {
    (value is String) != isTyped && (value as? any FunctionName)?.description == name
  }
  // Stops at the ID: another thread may change the variables that follow it.
  for mirror in sequence(first: Mirror(reflecting: fake), next: \.superclassMirror) {
    if let id = mirror.children.first(where: { isMeant($0.value) }) {
      return "\\.\(id.label ?? "")"
    }
  }
  for holder in storedProperties(of: fake) {
    let ids = storedProperties(of: holder.value)
    if let id = ids.first(where: { isMeant($0.value) }) { return "\\.\(holder.name).\(id.name)" }
  }
  return nil
}
