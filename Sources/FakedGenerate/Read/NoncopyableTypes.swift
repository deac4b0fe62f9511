import Foundation

/// Which types cannot be copied, hence not recorded.
///
/// A symbol graph does not say so: the declaration in the source does.
final class NoncopyableTypes {
  private let graphs: SymbolGraphs
  private var known: [String: Bool] = [:]
  private let sources: SourceFiles

  /// Those of the standard library that a protocol may well name.
  private static let library: Set<String> = [
    "Atomic", "AtomicLazyReference", "MutableRawSpan", "MutableSpan", "Mutex", "OutputRawSpan",
    "OutputSpan", "RawSpan", "Span", "UTF8Span",
  ]

  init(graphs: SymbolGraphs, sources: SourceFiles) {
    self.graphs = graphs
    self.sources = sources
  }

  /// The name of the first such type in the type, function types aside.
  func name(in type: SwiftType, besides generics: Set<String>) -> String? {
    var name: String?
    _ = type.replacing { part in
      if case .function = part { return part }
      guard name == nil, case .named(let parts) = part else { return nil }
      if parts.count == 1, generics.contains(parts[0].name) { name = parts[0].name }
      if parts.contains(where: isNoncopyable) { name = part.text }
      return nil
    }
    return name
  }

  private func isNoncopyable(_ part: SwiftType.Part) -> Bool {
    guard let id = part.id else { return false }
    guard let symbol = graphs.symbols[id] else {
      return NoncopyableTypes.library.contains(part.name)
        && (id.hasPrefix("s:s") || id.hasPrefix("s:15Synchronization"))
    }
    if let answer = known[id] { return answer }
    let answer =
      ["swift.struct", "swift.enum"].contains(symbol.kind) && head(of: symbol).contains("~Copyable")
    known[id] = answer
    return answer
  }

  /// The declaration up to its brace.
  private func head(of symbol: Symbol) -> String {
    guard let file = symbol.file, let line = symbol.location?.position.line else { return "" }
    let lines = sources.lines(of: file).dropFirst(line).prefix(10).joined(separator: "\n")
    return String(lines.prefix { $0 != "{" }).replacingOccurrences(of: "~ ", with: "~")
  }
}
