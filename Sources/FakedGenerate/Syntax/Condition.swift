/// A condition of a `where` clause: `Left: Right`, or `Left == Right`.
struct Condition: Equatable {
  var left: SwiftType
  var isSame: Bool
  var right: SwiftType

  var text: String { left.text + (isSame ? " == " : ": ") + right.text }

  func replacing(_ change: (SwiftType) -> SwiftType?) -> Condition {
    changing { $0.replacing(change) }
  }

  /// Returns the condition with other types on both sides.
  func changing(_ change: (SwiftType) -> SwiftType) -> Condition {
    Condition(left: change(left), isSame: isSame, right: change(right))
  }
}
