import Foundation

package enum StoreError: Error { case full, locked }

public protocol Mailer {
  func send(_ text: String, to reader: String) async throws -> Int
  func reset()
  @discardableResult func flush() -> Bool
  func filter(_ text: String) -> Self
  func merged(with other: Self?) -> Int
}

/// Typed throws, rethrows and a URL, for an import of the file.
package protocol Store {
  func put(_ key: String) throws(StoreError) -> Int
  func fetch(_ url: URL) async throws(StoreError)
  func map<Value>(_ body: (Int) throws -> Value) rethrows -> [Value]
}

package protocol Settings {
  func set(_ value: Int, for key: String) throws
  func set(_ value: String, for key: String) throws
  func set(_ value: String, at index: String) throws
  func load() throws
  func load(_ key: String) throws -> Int
  func load(_ key: String) throws -> String
}
