/// A call in the body of a member.
struct Call {
  /// Code before the call, such as `let value = `.
  var before = ""
  var canThrow = false
  var suspends = false
  /// The value that has the function, followed by a dot, or nothing.
  var receiver = ""
  var function = "handleCall"
  /// The arguments. `nil` for a property.
  var arguments: [String]?
  /// Code after the closing parenthesis.
  var after = ""

  init(_ arguments: [String]?, effects: Effects = Effects(), receiver: String = "") {
    self.arguments = arguments
    self.receiver = receiver
    canThrow = effects.canThrow
    suspends = effects.isAsync
  }

  private var start: String {
    before + (canThrow ? "try " : "") + (suspends ? "await " : "") + receiver + function
  }

  /// The call on one line.
  var line: String {
    start + (arguments.map { "(" + $0.joined(separator: ", ") + ")" } ?? "") + after
  }

  /// Returns the lines of the call in the body of a member. They have no margin.
  func lines(returns: Bool = false) -> [String] {
    let start = (returns ? "return " : "") + start
    let line = (returns ? "return " : "") + line
    guard let arguments, !Layout.fits("    " + line) else { return [line] }
    let isChained = after.hasPrefix(".")
    let rest = Layout.filled(arguments, indent: 6, end: isChained ? "" : ")" + after)
      .map { String($0.dropFirst(4)) }
    return [start + "("] + rest + (isChained ? [")" + after] : [])
  }
}
