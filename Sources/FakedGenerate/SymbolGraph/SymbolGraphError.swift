import Foundation

/// A file that is no symbol graph, or none that can be read here.
package struct SymbolGraphError: Error, Equatable, CustomStringConvertible {
  package let file: URL
  /// What is wrong with it, and what to do.
  package let message: String

  package init(file: URL, message: String) {
    self.file = file
    self.message = message
  }

  package var description: String { "\(file.path): \(message)" }
}
