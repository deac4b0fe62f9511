// The texts of properties without the expected value.
extension PropertyFailure {
  /// The lines of this failure alone.
  func lines(of fake: String) -> [String] {
    switch reason {
    case .unknown(let part):
      let owner = part.ownerPath.isEmpty ? "" : ".\(part.owner)"
      return ["\(fake)\(owner) has no \(part.missing). \(part.hint)"]
    case .different(let differences) where differences.count > 1:
      return ["\(fake).\(shortened(path)): \(differences.count) differences."] + items
    case .different, .unreadable, .nothing:
      return ["\(fake).\(items[0])."]
    }
  }

  /// The lines of this failure in a list of failures.
  fileprivate var items: [String] {
    let path = shortened(path)
    switch reason {
    case .unknown(let part):
      let owner = part.ownerPath.isEmpty ? "" : " in \(part.owner)"
      return ["\(path): there is no \(part.missing)\(owner). \(part.hint)"]
    case .nothing(let nilPath, let expected):
      return ["\(path): expected \(readable(expected)), but \(shortened(nilPath)) is nil"]
    case .unreadable:
      return [
        "\(path): close each bracket, and continue with `.` or `[`, or end there; quote a key that contains "
          + #"brackets or quotes, as in ages["a]"]"#
      ]
    case .different(let differences):
      return abridged(differences.lazy.map { "\($0.prefixed(by: path))" }, to: 10) {
        "\($0) more in \(path)"
      }
    }
  }
}

extension [PropertyFailure] {
  /// The lines of all failures among the checked properties of a fake.
  func lines(checked: Int, of fake: String) -> [String] {
    let problem =
      switch (allSatisfy(\.isUnknown), count) {
      case (true, 1): "was not found"
      case (true, _): "were not found"
      case (false, 1): "differs"
      case (false, _): "differ"
      }
    let properties = checked == 1 ? "property" : "properties"
    return ["\(fake): \(count) of \(checked) \(properties) \(problem)."] + flatMap(\.items)
  }
}

extension UnknownPart {
  fileprivate var owner: String { "\(shortened(ownerPath)) (\(readableType(ownerType)))" }

  fileprivate var missing: String {
    let name = shortened(name)
    return switch known {
    case .properties: "property \"\(name)\""
    case .keys: "key \"\(name)\""
    case .elements: "element \"\(name)\""
    }
  }

  fileprivate var hint: String {
    switch known {
    case .elements(let count): return "It has \(plural(count, "element"))."
    case .properties(let names), .keys(let names):
      if names.isEmpty { return "It has none." }
      let nearest = nearestName(to: name, among: names).map { "Did you mean \"\($0)\"? " } ?? ""
      return "\(nearest)It has: \(abridged(names.sorted()).joined(separator: ", "))."
    }
  }
}

extension Difference: CustomStringConvertible {
  /// The difference without the path: `expected "Vienna", was "Graz"`.
  package var text: String {
    switch kind {
    case .value, .type, .count:
      return "expected \(expected), was \(actual)" + (note.map { "; \($0)" } ?? "")
    case .members:
      let missing = expected.isEmpty ? nil : "missing \(expected)"
      let unexpected = actual.isEmpty ? nil : "unexpected \(actual)"
      return [missing, unexpected].compactMap { $0 }.joined(separator: "; ")
    case .incomparable:
      return note ?? "cannot be compared"
    }
  }

  package var description: String { path.isEmpty ? text : "\(shortened(path)): \(text)" }
}
