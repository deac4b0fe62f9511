/// The line of production code that made a call: `Sync.swift:88 in SyncEngine.push(_:)`.
package struct CallSite: Sendable, Hashable {
  /// The path of the source file, or `nil` if the build has no debug information.
  package let path: String?
  /// The line, from 1, or `nil` if the build has no debug information.
  package let line: Int?
  /// The function that made the call: `SyncEngine.push(_:)`.
  package let function: String
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

/// The call sites of one scope. Calls from the same line share one entry, so the table stays small.
@usableFromInline
package final class CallSiteTable: Sendable {
  /// The maximum number of call sites in a table. After that, calls from new lines have no site.
  private static let maxSites = 10_000

  /// The backtraces, and their positions by their hash.
  private let state = Locked((positions: [UInt64: Int32](), backtraces: [[CodeAddress]]()))

  package init() {}

  /// A Boolean value that indicates whether the system can capture call sites.
  package static var isSupported: Bool { Symbolicator.isSupported }

  /// A Boolean value that indicates whether sites have lines. In an optimized program, they only have functions.
  package static var hasLines: Bool { isSupported && !Symbolicator.isOptimized }

  /// Captures the site of the call that is being made. Costs about 0.2 µs.
  ///
  /// - Parameter caller: The function that makes the call.
  /// - Returns: The position of the site in the table, or `nil` if the system can't capture it.
  func capture(_ caller: Caller) -> Int32? {
    let backtrace = RawBacktrace(of: caller)
    if backtrace.isEmpty { return nil }
    return state.withLock { state in
      if let known = state.positions[backtrace.hash] { return known }
      guard state.backtraces.count < Self.maxSites else { return nil }
      let position = Int32(state.backtraces.count)
      state.backtraces.append(backtrace.addresses)
      state.positions[backtrace.hash] = position
      return position
    }
  }

  /// Looks up the first frame that doesn't belong to the library, to the fake, or to a thunk.
  ///
  /// The first lookup of each site takes a few milliseconds, so sites are looked up only for failures.
  fileprivate func site(at position: Int32, calling fake: Any.Type) -> CallSite? {
    let addresses = state.withLock { $0.backtraces[Int(position)] }
    let fake = SymbolName.baseName(of: fake)
    return CallSite(firstOf: addresses) { !SymbolName($0.name).mentions(fake) }
  }
}

/// A call site that was captured but not looked up yet.
@usableFromInline
package struct CapturedSite: Sendable {
  private let table: CallSiteTable
  let position: Int32
  /// The type of the fake, whose own functions can't be call sites.
  private let fake: Any.Type

  /// Creates the site of a call, or `nil` if it was not captured.
  init?(_ table: CallSiteTable?, _ position: Int32?, calling fake: Any.Type) {
    guard let table, let position else { return nil }
    (self.table, self.position, self.fake) = (table, position, fake)
  }

  /// The site. The first lookup takes a few milliseconds.
  package var site: CallSite? { table.site(at: position, calling: fake) }
}

/// The addresses of the callers of a call. Their functions and lines are not looked up yet.
package struct RawBacktrace {
  /// The maximum number of frames. It is enough for the library, the fake with its thunks in a debug build, and a caller.
  private static let maxFrames = 20

  private let values: [UInt64]
  private let kind: CodeAddress.Kind
  /// The hash of the addresses.
  let hash: UInt64

  var isEmpty: Bool { values.isEmpty }

  package var addresses: [CodeAddress] { values.map { CodeAddress($0, kind) } }

  /// Captures the callers of this function, or those of an asynchronous function.
  package init(of caller: Caller) {
    #if canImport(Darwin)
      let callers = Symbolicator.captureCallers(limit: Self.maxFrames)
      (values, kind) = (callers.map(\.value), callers.last?.kind ?? .returns)
      hash = values.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01b3 }
    #else
      let limit = Self.maxFrames
      var values = [UInt64](repeating: 0, count: limit)
      let count: Int32
      switch caller {
      case .synchronous:
        count = SystemFunctions.all.callers(&values, Int32(limit))
        kind = .returns
      case .asynchronous(let context):
        count = SystemFunctions.all.asyncCallers(context, &values, Int32(limit))
        kind = .resumes
      }
      hash = SystemFunctions.all.hash(&values, count)
      values.removeLast(limit - Int(count))
      self.values = values
    #endif
  }
}

/// The function that makes a call.
@usableFromInline
package enum Caller {
  case synchronous
  /// The function is asynchronous, and its context contains the addresses at which its callers resume.
  case asynchronous(context: UnsafeRawPointer?)

  /// Returns the asynchronous function that calls this function. Other functions must not call it.
  @usableFromInline @inline(never)
  static func currentAsynchronous() -> Caller {
    #if canImport(Darwin)
      return .asynchronous(context: nil)
    #else
      var context: UnsafeRawPointer?
      SystemFunctions.all.asyncContext(&context)
      return .asynchronous(context: context)
    #endif
  }
}
