import Foundation

/// Tells on stderr how far the work is, when it is much.
///
/// Unchecked, because the one variable is only used under the lock.
package final class ProgressLine: @unchecked Sendable {
  private let total: Int
  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let lock = NSLock()
  private var done = 0

  package init(total: Int, isTerminal: Bool, write: @escaping @Sendable (String) -> Void) {
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Counts one more.
  package func advance(_ name: String) {
    lock.lock()
    defer { lock.unlock() }
    done += 1
    if isTerminal, total >= 20 {
      write("\u{1B}[2K\r" + (done == total ? "" : "\(done) of \(total) protocols: \(name)"))
    } else if !isTerminal, done % 100 == 0, done < total {
      write("\(done) of \(total) protocols\n")
    }
  }
}
