import Foundation

// Where async closures run, which a declaration says only to the module that has it.
extension Requirement {
  /// With `@concurrent` or `nonisolated(nonsending)` before each async closure: without a word it
  /// means one or the other, depending on `NonisolatedNonsendingByDefault` of the module it is in.
  func withIsolatedClosures() -> Requirement {
    #if compiler(>=6.2)
      var kinds = closureKinds
      if kinds.isEmpty { return self }
      func spelled(_ type: SwiftType) -> SwiftType {
        type.replacing { part in
          guard case .function(var function) = part.behindAttributes else { return nil }
          function.result = spelled(function.result)
          function.parameters = function.parameters.map {
            .init(label: $0.label, type: spelled($0.type))
          }
          let whole = part.replacingFunction(.function(function))
          guard function.effects.isAsync else { return whole }
          let kind = kinds.count > 1 ? kinds.removeFirst() : kinds[0]
          let isSaid = part.words.contains(where: Requirement.saysIsolation)
          if isSaid || function.parameters.contains(where: { $0.type.isPrefixed(with: "isolated") })
          {
            return whole
          }
          // This one stands before attributes, the other among them.
          return kind == "@concurrent"
            ? part.replacingFunction(.prefixed(kind, .function(function)))
            : .prefixed(kind, whole)
        }
      }
      // The identifier has the result before the parameters.
      var spelledOut = self
      spelledOut.result = spelled(result)
      for index in parameters.indices {
        spelledOut.parameters[index].type = spelled(parameters[index].type)
      }
      return spelledOut
    #else
      return self
    #endif
  }

  private static func saysIsolation(_ word: String) -> Bool {
    word.isGlobalActor || word.hasPrefix("@isolated") || word.hasPrefix("@convention")
      || word == "@concurrent" || word == "nonisolated(nonsending)"
  }

  /// For each async closure in the identifier, in its order, how it runs.
  private var closureKinds: [String] {
    // `Ya` stands for async and `YC` behind it for the caller's isolation; the last one may be the
    // function's own.
    if id.count(of: "Ya") == (effects.isAsync ? 1 : 0) { return [] }
    var parts = id.components(separatedBy: "Ya").dropFirst()
    if effects.isAsync, kind != .property, kind != .subscript { parts = parts.dropLast() }
    return parts.map { part in
      var rest = part[...]
      // `Yb` stands for `@Sendable`, `K` for throws, and `YK` behind a type for throws of that type.
      if rest.hasPrefix("Yb") { rest = rest.dropFirst(2) }
      if rest.hasPrefix("K") {
        rest = rest.dropFirst()
      } else if !["YC", "c", "X"].contains(where: rest.hasPrefix), let end = rest.range(of: "YK") {
        rest = rest[end.upperBound...]
      }
      return rest.hasPrefix("YC") ? "nonisolated(nonsending)" : "@concurrent"
    }
  }
}

extension SwiftType {
  /// The words and attributes before it.
  fileprivate var words: [String] {
    if case .prefixed(let word, let type) = self { [word] + type.words } else { [] }
  }

  /// What stands behind attributes alone, not behind words such as `inout`.
  fileprivate var behindAttributes: SwiftType {
    guard case .prefixed(let word, let type) = self, word.isAttribute else { return self }
    return type.behindAttributes
  }

  fileprivate func replacingFunction(_ function: SwiftType) -> SwiftType {
    guard case .prefixed(let word, let type) = self, word.isAttribute else { return function }
    return .prefixed(word, type.replacingFunction(function))
  }
}

extension String {
  fileprivate var isAttribute: Bool { hasPrefix("@") || self == "nonisolated(nonsending)" }
}
