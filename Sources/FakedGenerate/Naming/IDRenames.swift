/// Compares the IDs of a fake with those in its file, whose names tests use.
struct IDRenames {
  /// An ID of a fake.
  struct ID {
    let identifier: String
    /// The labels that it has, or would have with other overloads.
    let labels: [String]
    /// `FunctionID<…>`
    let type: String
  }

  private let old: [ID]

  /// Finds the IDs in the text of a fake, such as `let send: FunctionID<…> = "send(_:)"`.
  init(in text: String) {
    let declaration =
      /(?:let|var)\s+([^\s:]+):\s+(FunctionID<[^"]*?)\s*[={]\s*"((?:[^"\\]|\\.)*)"/
    old = text.matches(of: declaration).map { match in
      ID(
        identifier: String(match.1).unescaped, labels: [String(match.3)], type: String(match.2))
    }
  }

  /// Returns a note for each ID whose name has changed.
  func notes(for new: [ID]) -> [String] {
    let owners = Dictionary(
      new.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    return old.compactMap { old in
      guard let match = match(for: old, among: new), match.identifier != old.identifier else {
        return nil
      }
      let label = match.labels.first ?? ""
      let other = owners[old.identifier].map { " \\.\(old.identifier) is now \($0.labels[0])." }
      return "The ID of \(label) is now \\.\(match.identifier). "
        + "Replace \\.\(old.identifier) in tests that use it." + (other ?? "")
    }
  }

  private func match(for old: ID, among new: [ID]) -> ID? {
    let alike = new.filter { $0.labels.contains(old.labels[0]) }
    return alike.first { Self.plain($0.type) == Self.plain(old.type) }
      ?? (alike.count == 1 ? alike.first : nil)
  }

  private static func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
