import Faked

/// Counts the living objects of a test, which may be released on any thread.
package final class Lifetimes: Sendable {
  private let count = Captured(0)

  package init() {}

  /// The number of living witnesses.
  package var living: Int { count.value }

  fileprivate func add(_ number: Int) { count.withValue { $0 += number } }
}

/// An object whose lifetime can be counted.
package final class Witness: Sendable {
  private let lifetimes: Lifetimes?

  package init(_ lifetimes: Lifetimes? = nil) {
    self.lifetimes = lifetimes
    lifetimes?.add(1)
  }

  deinit { lifetimes?.add(-1) }
}
