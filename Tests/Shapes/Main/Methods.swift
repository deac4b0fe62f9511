import Foundation
import ShapesBase

package enum StoreError: Error { case full, locked }

public protocol Mailer {
  func send(_ text: String, to reader: String) async throws -> Int
  func reset()
  @discardableResult func flush() -> Bool
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

package protocol Words {
  func `repeat`(in: Int, default other: Int) -> Int
  func `init`() -> Int
  func ask(_ self: Int, where class: Int, _: Int) -> Int
  var `default`: Int { get }
}

package protocol Files: Reader, Closable {
  func write(_ key: String, _ value: Int) throws
}

package enum Outer {
  package struct Nested: Equatable {
    package init() {}
  }
  package protocol Inner {
    func take(_ nested: Nested) -> [Nested]
  }
}

package protocol Query {
  func filter(_ text: String) -> Self
  func merged(with other: Self?) -> Int
}

/// Named like a type of the library that the fake imports.
package protocol Matcher {
  func match(_ text: String) -> Bool
}

@available(macOS 13, iOS 16, *)
package protocol Recent {
  @available(macOS 13.3, *) func recent() -> Int
}
