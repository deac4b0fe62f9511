import Foundation

/// Tells on stderr how far the work is, when it is much.
package struct ProgressLine {
  private let total: Int
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var done = 0

  package init(total: Int, isTerminal: Bool, write: @escaping (String) -> Void) {
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Counts one more.
  package mutating func advance(_ name: String) {
    done += 1
    if isTerminal, total >= 20 {
      write("\u{1B}[2K\r" + (done == total ? "" : "\(done) of \(total) protocols: \(name)"))
    } else if !isTerminal, done % 100 == 0, done < total {
      write("\(done) of \(total) protocols\n")
    }
  }
}
