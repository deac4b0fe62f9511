/// The line of production code that made a call: `Sync.swift:88 in SyncEngine.push(_:)`.
package struct CallSite: Sendable, Hashable {
  /// The path of the source file, or `nil` if the build has no debug information.
  package let path: String?
  /// The line, from 1, or `nil` if the build has no debug information.
  package let line: Int?
  /// The function that made the call: `SyncEngine.push(_:)`.
  package let function: String

  package init(path: String?, line: Int?, function: String) {
    self.path = path
    self.line = line
    self.function = function
  }
}

extension CallSite {
  /// The site in a sentence: `at Sync.swift:88 in SyncEngine.push(_:)`, or `in SyncEngine.push(_:)`.
  package var phrase: String { line == nil ? "in \(self)" : "at \(self)" }
}

extension CallSite: CustomStringConvertible {
  /// The name of the file, the line, and the function. Without debug information, only the function.
  package var description: String {
    guard let path, let line else { return function }
    return "\(path.split(separator: "/").last ?? ""):\(line) in \(function)"
  }
}

extension CallSite {
  /// Finds the first frame that doesn't belong to the library, to the language, or to a thunk.
  ///
  /// An autoclosure, such as an argument of `XCTAssertEqual`, has no line of its own. Its call is in the function that
  /// contains it, and not in the function that runs it. If that function has returned, or XCTest hides its frame, the
  /// line is unknown.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of the frames, innermost first.
  ///   - requiresLine: A Boolean value that indicates whether to skip functions without a line. Defaults to `false`.
  ///   - isWanted: Returns a Boolean value that indicates whether a frame may be the site. Defaults to every frame.
  package init?(
    firstOf addresses: some Sequence<CodeAddress>, requiresLine: Bool = false,
    where isWanted: (CodeSymbol) -> Bool = { _ in true }
  ) {
    // The location of a macro whose expansion made the call. The frame after it is the function that uses the macro.
    var macro: (path: String, line: Int)?
    var autoclosure: (mangledName: String, function: String)?
    for address in addresses {
      for symbol in Symbolicator.symbols(at: address) {
        guard symbol.isOfUser, isWanted(symbol) else { continue }
        let name = SymbolName(symbol.name)
        if macro == nil, let location = name.macro {
          if !requiresLine { macro = location }
          continue
        }
        var source = macro
        switch Symbolicator.line(at: address) {
        case .generated:
          if SymbolName.isAutoclosure(symbol.mangledName) {
            autoclosure = autoclosure ?? (symbol.mangledName, name.function)
          }
          continue
        case .line(let path, let line): source = source ?? (path, line)
        case .unknown: if requiresLine { continue }
        }
        if Symbolicator.isOptimized { source = nil }
        if autoclosure.map({ SymbolName.isPart($0.mangledName, of: symbol.mangledName) }) ?? true {
          self.init(path: source?.path, line: source?.line, function: name.function)
          return
        }
      }
    }
    guard let autoclosure, !requiresLine else { return nil }
    self.init(path: nil, line: nil, function: autoclosure.function)
  }
}
