import Faked

/// One of several parts of an exploration that run on different machines.
///
/// Together, the shards run all orders, and count each order once.
package struct Shard: Equatable, Sendable {
  /// The number of changes that decide to which shard an order belongs. Every shard runs the few orders
  /// with fewer changes, because they lead to the others, but only one shard counts each of them.
  static let depth = 2

  /// The number of this shard, from 1.
  package let number: Int
  package let count: Int

  /// The text of an environment variable that does not name a shard.
  package struct ParsingError: Error, CustomStringConvertible {
    let text: String
    package var description: String {
      "FAKED_SHARD=\(text) is not a shard. Use a number and a count, such as 3/8."
    }
  }

  /// Reads a shard such as `3/8`.
  package init(_ text: String) throws(ParsingError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else { throw ParsingError(text: text) }
    self.number = number
    self.count = count
  }

  /// The share of the orders that `FAKED_SHARD` sets for the run. `nil` if it is not set.
  ///
  /// - Throws: `FakedError.invalidParameter` if the setting does not name a shard.
  package static func ofRun() throws -> Shard? {
    guard let text = RunSettings.current.shard else { return nil }
    do { return try Shard(text) } catch { throw FakedError.invalidParameter("\(error)") }
  }

  /// Returns a Boolean value that indicates whether this shard counts an order.
  func counts(_ prefix: OrderPrefix) -> Bool {
    Int(prefix.branch.value % UInt64(count)) == number - 1
  }

  /// Returns a Boolean value that indicates whether this shard runs an order.
  func runs(_ prefix: OrderPrefix) -> Bool { prefix.depth < Self.depth || counts(prefix) }
}
