import Foundation

/// Finds types whose values cannot be copied, which no call can keep.
///
/// Only the source shows this; a symbol graph does not. Unchecked, because the one variable is only used under the
/// lock.
final class NoncopyableTypes: @unchecked Sendable {
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let lock = NSLock()
  private var known: [String: Bool] = [:]

  init(graphs: SymbolGraphs, sources: SourceFiles) {
    self.graphs = graphs
    self.sources = sources
  }

  /// Returns the name of the first such type in a type, except in function types, with the reason: `File, which is
  /// noncopyable`.
  func description(in type: SwiftType, besides generics: Set<String>) -> String? {
    var name: String?
    var isNonescapable = false
    _ = type.replacing { part in
      if case .function = part { return part }
      guard name == nil, case .named(let parts) = part, let first = parts.first else { return nil }
      if generics.contains(first.name), parts.count == 1 || parts[1].name == "Type" {
        name = first.name
      }
      if parts.contains(where: isNoncopyable) {
        name = part.text
        isNonescapable = parts.contains { ToolchainTypes.nonescapable.contains($0.name) }
      }
      return nil
    }
    return name.map { "\($0), which is \(isNonescapable ? "nonescapable" : "noncopyable")" }
  }

  private func isNoncopyable(_ part: SwiftType.Part) -> Bool {
    guard let id = part.id else { return false }
    // A type without a location is one of the toolchain, even if its symbol graph was read.
    guard let symbol = graphs.symbols[id], symbol.location != nil else {
      let names = [ToolchainTypes.noncopyable, ToolchainTypes.nonescapable]
      return names.contains { $0.contains(part.name) }
        && ["Swift", "Synchronization", "_Concurrency"].contains(MangledName.module(of: id))
    }
    guard ["swift.struct", "swift.enum"].contains(symbol.kind) else { return false }
    // An extension makes it copyable for some arguments.
    if graphs.inherited[id]?.contains(where: { $0.id == "s:s8CopyableP" }) == true { return false }
    lock.lock()
    defer { lock.unlock() }
    if let isNoncopyable = known[id] { return isNoncopyable }
    let isNoncopyable = sources.file(of: symbol).isNoncopyable(symbol)
    known[id] = isNoncopyable
    return isNoncopyable
  }
}
