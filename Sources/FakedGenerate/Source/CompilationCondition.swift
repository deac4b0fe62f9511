import Foundation

/// A condition of `#if`, as its source spells it.
struct CompilationCondition: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Creates the condition of a branch: its own condition holds, and those of the earlier branches don't.
  init(branch: String?, after earlier: [String]) {
    self = Self.all(
      earlier.map { Self("!" + (Self($0).isSimple ? $0 : "(\($0))")) }
        + (branch.map { [Self($0)] } ?? []))
  }

  private var isSimple: Bool {
    !text.contains("&&") && !text.contains("||") && !text.hasPrefix("!")
  }

  /// The flags in the condition, such as `DEBUG`, but not `os(Linux)`.
  private var flags: [String] {
    text.replacing(/\w+\([^)]*\)/, with: "").split {
      !$0.isLetter && !$0.isNumber && $0 != "_"
    }.map(String.init)
  }

  /// A Boolean value that indicates whether it contains flags other than `DEBUG`, which may differ between targets.
  var asksForFlags: Bool {
    let common: Set<String> = ["DEBUG", "true", "false"]
    return !common.isSuperset(of: flags)
  }

  /// Returns the condition that holds if all of these conditions hold.
  static func all(_ conditions: [CompilationCondition]) -> CompilationCondition {
    if conditions.count == 1 { return conditions[0] }
    return Self(
      conditions.map { $0.text.contains("||") ? "(\($0.text))" : $0.text }
        .joined(separator: " && "))
  }
}
