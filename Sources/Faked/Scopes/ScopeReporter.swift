extension FakedScope {
  /// Something to tell the owner of the scope, and the line it is about.
  package struct Finding: Sendable {
    package let message: String
    package let site: CallSite?

    package init(_ message: String, at site: CallSite?) {
      self.message = message
      self.site = site
    }
  }

  /// How a scope brings findings to its test.
  package struct Reporter: Sendable {
    /// Records one at once, on the test's own task.
    let now: @Sendable (Finding) -> Void
    /// Records one that is found when the test is over.
    let late: @Sendable (Finding) -> Void
    /// Prints what is nobody's failure.
    let note: @Sendable (String) -> Void

    package init(
      now: @escaping @Sendable (Finding) -> Void, late: @escaping @Sendable (Finding) -> Void,
      note: @escaping @Sendable (String) -> Void
    ) {
      self.now = now
      self.late = late
      self.note = note
    }
  }
}
