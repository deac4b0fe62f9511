/// A stretch of code, a test as a rule, that fakes belong to and that can report their failures.
///
/// A fake joins the scope it is made in, or else the one it is first taught in. Reading the current
/// scope takes about 20 ns, so it is done then and not at every call.
package final class FakedScope: Sendable {
  @TaskLocal package static var current: FakedScope?

  private let failures = Locked<[String]>([])

  package init() {}

  /// Notes a failure that has no other way to be seen.
  package func report(_ failure: String) { failures.withLock { $0.append(failure) } }

  /// The failures so far, each handed over once.
  package func takeFailures() -> [String] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}
