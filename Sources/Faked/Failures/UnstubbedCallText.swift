/// The parameter of a function that has a simpler stub than `when`.
package protocol StubSuggesting {
  /// The code that stubs the function for this argument: `fake.respond(to: .get("/rates"), with: …)`.
  var stubAsCode: String { get }
}

// The texts of calls to which no stub responds.
extension UnstubbedCall {
  var lines: [String] {
    let first = "No stub responds to \(function.call(arguments))\(calledAt(site))."
    switch stubs {
    case .missed(let missed, let total, let oldest):
      // Without a condition of its own, a newer stub would respond instead of those that missed.
      let place = arguments.isEmpty ? oldest?.description : nil
      let condition = arguments.isEmpty ? "" : ", " + conditionAsCode
      let stubs = abridged(missed, of: total) { plural($0, "more stub") }
      let code = suggestion ?? "fake.when(\(id)\(condition)).thenReturn(\(isVoid ? "" : "…"))"
      return [first] + stubs + otherFake + ["Write before \(place ?? "the call"): \(code)"]
    case .other(let stubs):
      let code = suggestion ?? "fake.when(\(id)) { \(parameters)… }"
      return [first] + lines(about: stubs.filter(\.hasResponses)) + otherFake
        + ["Write before the call: \(code)"]
    }
  }

  /// The code that the argument of the call suggests.
  private var suggestion: String? { (arguments.first as? any StubSuggesting)?.stubAsCode }

  private var otherFake: [String] {
    stubOfOtherFake.map {
      [
        "\($0.function.owner) has a stub for \($0.function.name) (\($0.site)). Check which fake the code uses."
      ]
    } ?? []
  }

  /// The stubs of other functions, and of this one under an ID of another type.
  private func lines(about stubs: [StubSummary]) -> [String] {
    if stubs.isEmpty { return ["No function of this fake is stubbed."] }
    var lines = [
      "Stubbed: " + abridged(stubs.lazy.map(\.description)).joined(separator: ", ") + "."
    ]
    let names = stubs.map(\.function.name)
    // The compiler checks the names of typed IDs.
    let near = isTyped ? nil : nearestName(to: function.name, among: names)
    if let near, near != function.name {
      lines.append(
        "A similar name is stubbed: \"\(near)\". Check the spelling of \"\(function.name)\" and "
          + "\"\(near)\".")
    } else if let other = names.first(where: isPerhapsSame) {
      lines.append(
        "\"\(other)\" is stubbed, but the method calls \"\(function.name)\". Use the same name in both "
          + "places.")
    }
    if names.contains(function.name) {
      lines.append(
        "\"\(function.name)\" is stubbed under an ID of another type. Stub it with the ID that the "
          + "method calls.")
    }
    return lines
  }

  /// Returns a Boolean value that indicates whether a name can mean this function: `load` and `load(from:)`.
  private func isPerhapsSame(_ name: String) -> Bool {
    let other = function.with(name)
    return name != function.name && other.baseName == function.baseName
      && (other.labels.isEmpty || function.labels.isEmpty)
  }

  /// The parameters of a behavior, as in `_, _ in `.
  private var parameters: String {
    let names = isTyped ? arguments.map { _ in "_" } : ["invocationCount", "params"]
    return names.isEmpty ? "" : names.joined(separator: ", ") + " in "
  }

  /// A condition that holds for the arguments: `with: "a", 3`, or matchers if one has no `==`.
  private var conditionAsCode: String {
    let texts = arguments.map { argument in
      let text = isCode(argument) ? readable(argument) : "…"
      // A truncated text is not code.
      return text.contains("…") ? "…" : text
    }
    let isEquatable = parameterTypes.map { $0 is any Equatable.Type }
    // The values of a string ID are compared part by part.
    if !isTyped || !isEquatable.contains(false) { return "with: " + texts.joined(separator: ", ") }
    let matchers = zip(isEquatable, texts).map { $0 ? ".equal(\($1))" : ".any" }
    return "matching: " + matchers.joined(separator: ", ")
  }
}

/// Returns a Boolean value that indicates whether the text of a value is how it is written in code.
private func isCode(_ value: Any?) -> Bool {
  guard let value = unwrappingOptionals(value) else { return true }
  if let number = value as? any FloatingPoint { return number.isFinite }
  if value is any StringProtocol || value is any Numeric || value is Bool { return true }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .collection, .set, .dictionary, .tuple: break
  // The initializer of a structure may have other parameters than its properties, or be private.
  case .class, .struct: return false
  case _ where isClosure(value): return false
  default:
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      return false
    }
  }
  // A value with more parts is truncated, so its text is not code.
  return mirror.children.prefix(21).allSatisfy { isCode($0.value) }
}

/// Returns the indices of the nearest candidates, fewest mismatches first.
///
/// - Parameters:
///   - bits: The mismatches of each candidate, one bit for each argument that differs.
///   - most: The maximum number of indices to return.
///   - ofMismatches: A Boolean value that indicates whether to leave out candidates without a mismatch.
@usableFromInline
package func nearestIndices(_ bits: [UInt64], _ most: Int, ofMismatches: Bool = false) -> [Int] {
  var indices = Array(repeating: [Int](), count: 65)
  // Skip candidates with this number of mismatches or more.
  var enough = 65
  for (index, bits) in bits.enumerated() where !ofMismatches || bits != 0 {
    let count = bits.nonzeroBitCount
    guard count < enough else { continue }
    indices[count].append(index)
    if indices[count].count == most { enough = count }
  }
  return Array(indices.joined().prefix(most))
}
