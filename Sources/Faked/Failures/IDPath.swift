/// Returns the key path of an ID as it is written: `\.send`, or `\.id.reset` for an ID in a holder.
///
/// It is found by reflection when a message needs it: storing the key path would slow down every call.
func idPath(of name: String, in fake: Any, isTyped: Bool) -> String? {
  func isMeant(_ value: Any) -> Bool {
    isTyped ? (value as? any TypedID)?.name == name : value as? String == name
  }
  let properties = storage(of: fake)
  if let property = properties.first(where: { isMeant($0.value) }) { return "\\.\(property.label)" }
  for holder in properties {
    if let property = storage(of: holder.value).first(where: { isMeant($0.value) }) {
      return "\\.\(holder.label).\(property.label)"
    }
  }
  return nil
}

/// A `FunctionID` of any signature.
private protocol TypedID {
  var name: String { get }
}

extension FunctionID: TypedID {}

private func storage(of subject: Any) -> [(label: String, value: Any)] {
  sequence(first: Mirror(reflecting: subject), next: \.superclassMirror).flatMap { mirror in
    mirror.children.compactMap { child in child.label.map { ($0, child.value) } }
  }
}
