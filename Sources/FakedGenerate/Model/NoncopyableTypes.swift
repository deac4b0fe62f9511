import Foundation

/// Which types cannot be copied, hence not recorded.
///
/// A symbol graph does not say so: the declaration in the source does. Unchecked, because the one
/// variable is only used under the lock.
final class NoncopyableTypes: @unchecked Sendable {
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let lock = NSLock()
  private var known: [String: Bool] = [:]

  /// Those of the standard library that a protocol may well name.
  private static let library: Set<String> = [
    "Atomic", "AtomicLazyReference", "ExecutorJob", "Job", "MutableRawSpan", "MutableSpan", "Mutex",
    "OutputRawSpan", "OutputSpan", "RawSpan", "Span", "UTF8Span",
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
      if generics.contains(parts[0].name), parts.count == 1 || parts[1].name == "Type" {
        name = parts[0].name
      }
      if parts.contains(where: isNoncopyable) { name = part.text }
      return nil
    }
    return name
  }

  private func isNoncopyable(_ part: SwiftType.Part) -> Bool {
    guard let id = part.id else { return false }
    // What stands in no file is of the toolchain, even if its symbol graph was read.
    guard let symbol = graphs.symbols[id], symbol.location != nil else {
      return NoncopyableTypes.library.contains(part.name)
        && ["s:s", "s:Sc", "s:15Synchronization", "s:12_Concurrency"].contains(where: id.hasPrefix)
    }
    guard ["swift.struct", "swift.enum"].contains(symbol.kind) else { return false }
    // Where an extension says when it can be copied, that depends on its arguments alone.
    if graphs.inherited[id]?.contains(where: { $0.id == "s:s8CopyableP" }) == true { return false }
    lock.lock()
    let answer = known[id]
    lock.unlock()
    if let answer { return answer }
    let isNoncopyable = NoncopyableTypes.says(sources.file(of: symbol).head(of: symbol))
    lock.lock()
    known[id] = isNoncopyable
    lock.unlock()
    return isNoncopyable
  }

  /// Whether a declaration says it of the type itself, and not of its parameters.
  private static func says(_ head: String) -> Bool {
    var depth = 0
    let own = head.replacing("->", with: "").filter { sign in
      if sign == ">" { depth -= 1 }
      defer { if sign == "<" { depth += 1 } }
      return depth == 0
    }
    return own.prefix(upTo: own.firstRange(of: /\bwhere\b/)?.lowerBound ?? own.endIndex)
      .contains("~Copyable")
  }
}
