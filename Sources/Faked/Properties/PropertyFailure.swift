/// Why one property is not as expected: the data of a failure, and the only place that turns it
/// into text.
struct PropertyFailure {
  enum Reason {
    case unknown(UnknownPart)
    case nothing(at: String, expected: Any?)
    case different([Difference])
    case unreadable(String)
  }
  let path: String
  let reason: Reason

  private var isUnknown: Bool {
    switch reason {
    case .unknown, .unreadable: true
    case .nothing, .different: false
    }
  }

  /// The error for this failure alone.
  func error(in fake: Any) -> FakedError {
    let fakeName = readable(fake)
    switch reason {
    case .unknown(let part):
      let owner = part.ownerPath.isEmpty ? "" : ".\(part.owner)"
      return .noPropertyFound("\(fakeName)\(owner) has no \(part.missing). \(part.hint)")
    case .unreadable:
      return .noPropertyFound("\(fakeName).\(lines[0]).")
    case .nothing:
      return .assertionFailed("\(fakeName).\(lines[0]).")
    case .different(let differences):
      if differences.count > 1 {
        let text = "\(fakeName).\(shortened(path)): \(differences.count) differences."
        return .assertionFailed(listing(text, lines))
      }
      let text = "\(fakeName).\(lines[0])."
      let isWholeOfOtherType = differences[0].kind == .type && differences[0].path.isEmpty
      return isWholeOfOtherType ? .typeMismatch(text) : .assertionFailed(text)
    }
  }

  /// One error for all failures among so many checks.
  static func error(for failures: [Self], of count: Int, in fake: Any) -> FakedError {
    let areAllUnknown = failures.allSatisfy(\.isUnknown)
    let problem =
      switch (areAllUnknown, failures.count) {
      case (true, 1): "was not found"
      case (true, _): "were not found"
      case (false, 1): "differs"
      case (false, _): "differ"
      }
    let properties = count == 1 ? "property" : "properties"
    let text = listing(
      "\(readable(fake)): \(failures.count) of \(count) \(properties) \(problem).",
      failures.flatMap(\.lines))
    return areAllUnknown ? .noPropertyFound(text) : .assertionFailed(text)
  }

  private var lines: [String] {
    let path = shortened(path)
    switch reason {
    case .unknown(let part):
      let owner = part.ownerPath.isEmpty ? "" : " in \(part.owner)"
      return ["\(path): there is no \(part.missing)\(owner). \(part.hint)"]
    case .nothing(let nilPath, let expected):
      return ["\(path): expected \(readable(expected)), but \(shortened(nilPath)) is nil"]
    case .unreadable(let problem):
      return ["\(path): \(problem)"]
    case .different(let differences):
      let shown = differences.prefix(mostLines).map { "\($0.prefixed(by: path))" }
      let rest = differences.count - shown.count
      return rest > 0 ? shown + ["… and \(rest) more in \(path)"] : shown
    }
  }
}

/// A long list of differences helps nobody: the first few show the cause.
private let mostLines = 10
private let mostNames = 20

private func listing(_ first: String, _ lines: [String]) -> String {
  ([first] + lines.map { "  \($0)" }).joined(separator: "\n")
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
    case .elements(let count):
      return "It has \(count) \(count == 1 ? "element" : "elements")."
    case .properties(let names), .keys(let names):
      if names.isEmpty { return "It has none." }
      let nearest = nearestName(to: name, among: names).map { "Did you mean \"\($0)\"? " } ?? ""
      let shown = names.sorted().prefix(mostNames).joined(separator: ", ")
      let rest = names.count - mostNames
      return "\(nearest)It has: \(shown)\(rest > 0 ? ", … and \(rest) more" : "")."
    }
  }
}
