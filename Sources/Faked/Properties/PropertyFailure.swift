/// A property without the expected value.
struct PropertyFailure {
  enum Reason {
    case unknown(UnknownPart)
    /// The path continues, but this part of it is `nil`.
    case nothing(at: String, expected: Any?)
    case different([Difference])
    /// The syntax of the path is not valid.
    case unreadable
  }

  let path: String
  let reason: Reason

  /// A Boolean value that indicates whether the path leads to no property.
  var isUnknown: Bool {
    switch reason {
    case .unknown, .unreadable: true
    case .nothing, .different: false
    }
  }

  /// A Boolean value that indicates whether the value as a whole is of another type.
  var isOfOtherType: Bool {
    guard case .different(let differences) = reason, differences.count == 1 else { return false }
    return differences[0].kind == .type && differences[0].path.isEmpty
  }
}
