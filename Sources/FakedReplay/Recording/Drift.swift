extension JSON {
  /// Returns the differences from an old value, one line each: `days[0].high: was a number, is a string`.
  ///
  /// A comparison by shape compares only keys and types. Lists may have different lengths: additional elements are
  /// compared with the first one.
  package func differences(
    from old: JSON, comparing: RecordingComparison, at path: String = ""
  ) -> [String] {
    let place = path.isEmpty ? "" : path + ": "
    switch (old, self) {
    case (.object(let old), .object(let new)):
      return memberDifferences(old, new, comparing, path)
    case (.array(let old), .array(let new)):
      if comparing == .value, old.count != new.count {
        return ["\(place)had \(old.count) elements, has \(new.count)"]
      }
      return new.indices.flatMap { index -> [String] in
        guard let old = old.indices.contains(index) ? old[index] : old.first else { return [] }
        return new[index].differences(from: old, comparing: comparing, at: "\(path)[\(index)]")
      }
    default:
      if old.kind != kind { return ["\(place)was \(old.kind), is \(kind)"] }
      if comparing == .shape || old == self { return [] }
      return ["\(place)was \(old.shortText), is \(shortText)"]
    }
  }

  private func memberDifferences(
    _ old: [Member], _ new: [Member], _ comparing: RecordingComparison, _ path: String
  ) -> [String] {
    let olds = Dictionary(old.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let news = Set(new.map(\.key))
    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    let gone = old.filter { !news.contains($0.key) }.map { member in
      "\(place(member.key)): was \(member.value.kind), is missing"
    }
    return gone
      + new.flatMap { member -> [String] in
        guard let old = olds[member.key] else {
          return ["\(place(member.key)): was missing, is \(member.value.kind)"]
        }
        return member.value.differences(from: old, comparing: comparing, at: place(member.key))
      }
  }

  /// The value in one line, shortened.
  package var shortText: String {
    let text = text
    return text.count <= 80 ? text : text.prefix(79) + "…"
  }
}
