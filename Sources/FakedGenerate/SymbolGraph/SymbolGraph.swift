/// The parts of a symbol graph that fakes need.
struct SymbolGraph {
  let module: String
  let symbols: [Symbol]
  let relationships: [Relationship]

  struct Version: Comparable {
    var major = 0
    var minor = 0
    var patch = 0

    /// `14.0.0`
    var text: String { "\(major).\(minor).\(patch)" }

    /// `14`, or `14.2`
    var shortText: String {
      if patch > 0 { return text }
      return minor > 0 ? "\(major).\(minor)" : "\(major)"
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
  }

  struct Relationship {
    var kind = ""
    var source = ""
    var target = ""
    /// The name of a target that no symbol graph describes, such as `Swift.Sendable`.
    var targetFallback: String?
  }
}
