import Foundation

/// The IDs that a fake had when it was written before, whose names tests use.
struct KeptIDs: Equatable, Sendable {
  private struct ID: Equatable, Sendable {
    let identifier: String
    let type: String
    let label: String
  }

  private var ids: [ID] = []

  /// Finds the IDs in the text of a fake: `let send: FunctionID<…> = "send(_:to:)"`.
  init(in text: String) {
    // A long declaration goes over several lines.
    let parts = text.components(separatedBy: "let ").dropFirst()
    for part in parts {
      guard let colon = part.firstIndex(of: ":"), part.contains("FunctionID<") else { continue }
      let name = part[..<colon]
      let rest = part[colon...].dropFirst().drop(while: \.isWhitespace)
      guard rest.hasPrefix("FunctionID<"), !name.contains(where: \.isWhitespace),
        let equals = rest.range(of: "= \"") ?? rest.range(of: "=\n")
      else { continue }
      let label = rest[equals.lowerBound...].drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
      ids.append(
        ID(
          identifier: String(name).unescaped,
          type: KeptIDs.plain(rest[..<equals.lowerBound]), label: String(label)))
    }
  }

  /// The identifiers that stay, for functions that are the same as before.
  func identifiers(
    for requests: [(request: IDRequest, labels: [String], type: String)]
  ) -> [IDRequest: String] {
    var kept: [IDRequest: String] = [:]
    for id in ids {
      let alike = requests.filter { $0.labels.contains(id.label) }
      let same = alike.first { KeptIDs.plain($0.type) == id.type }
      // A function that alone has the name may have changed its types.
      guard let match = same ?? (alike.count == 1 ? alike.first : nil) else { continue }
      if kept[match.request] == nil { kept[match.request] = id.identifier }
    }
    return kept
  }

  var isEmpty: Bool { ids.isEmpty }

  private static func plain(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace })
  }
}
