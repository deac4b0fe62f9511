/// Inherited by a protocol of another module.
package protocol Reader {
  func read(_ key: String) throws -> Int
}

/// Public, and inherited too.
public protocol Closable {
  func close()
}
