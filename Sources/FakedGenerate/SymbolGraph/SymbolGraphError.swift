import Foundation

/// A file that is not a symbol graph, or not one of a known format.
package struct SymbolGraphError: Error, Equatable, CustomStringConvertible {
  package enum Problem: Error, Equatable {
    case unreadable, malformed
    /// The format is known, but a part of the graph is missing.
    case incomplete(format: String)
    case unknownFormat(String)
  }

  package let file: URL
  package let problem: Problem

  package var description: String {
    let text =
      switch problem {
      case .unreadable: "cannot be read. Give a file that `swift package dump-symbol-graph` wrote."
      case .malformed:
        "is not a symbol graph. Give a file that `swift package dump-symbol-graph` wrote."
      case .incomplete(let format):
        "is a symbol graph in format \(format), but a part of it is missing. "
          + "Write it again with `swift package dump-symbol-graph`."
      case .unknownFormat(let format):
        "has the symbol-graph format \(format), but faked-generate reads only 0.x. "
          + "Write it with the toolchain that builds faked-generate, or update Faked."
      }
    return "\(file.path): \(text)"
  }
}
