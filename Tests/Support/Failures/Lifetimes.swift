import Faked

/// Counts objects that a test wants gone, on whatever thread the last reference ends.
package final class Lifetimes: Sendable {
  private let count = Captured(0)

  package init() {}

  /// How many witnesses there are at the moment.
  package var living: Int { count.value }

  fileprivate func add(_ number: Int) { count.withValue { $0 += number } }
}

/// An object whose life may be counted.
package final class Witness: Sendable {
  private let lifetimes: Lifetimes?

  package init(_ lifetimes: Lifetimes? = nil) {
    self.lifetimes = lifetimes
    lifetimes?.add(1)
  }

  deinit { lifetimes?.add(-1) }
}
