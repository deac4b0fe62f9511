/// A condition of a `where` clause: `Left: Right`, or `Left == Right`.
struct Condition: Equatable {
  var left: SwiftType
  var isSame: Bool
  var right: SwiftType

  var text: String { left.text + (isSame ? " == " : ": ") + right.text }

  func replacing(_ change: (SwiftType) -> SwiftType?) -> Condition {
    Condition(left: left.replacing(change), isSame: isSame, right: right.replacing(change))
  }
}
