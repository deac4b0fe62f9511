import Foundation

/// The IDs that a fake had when it was written before, whose names tests use.
struct KeptIDs: Sendable {
  private struct ID: Sendable {
    let identifier: String
    /// From `FunctionID` to the equals sign, as it stands in the file.
    let type: String
    let label: String
  }

  private var ids: [ID] = []

  /// Finds the IDs in the text of a fake: `let send: FunctionID<…> = "send(_:to:)"`.
  ///
  /// By bytes, as every run reads all fakes, and characters are slow in a build for debugging.
  init(in text: String) {
    text.withCString { start in
      var next = strstr(start, "FunctionID<")
      while let type = next {
        next = strstr(type + 1, "FunctionID<")
        // An ID without a text would have that of the next one.
        guard let quote = strchr(type, 34), let end = strchr(quote + 1, 34),
          next.map({ $0 > quote }) ?? true, let name = KeptIDs.name(before: type, from: start)
        else { continue }
        ids.append(
          ID(
            identifier: name.unescaped, type: KeptIDs.text(from: type, to: quote),
            label: KeptIDs.text(from: quote + 1, to: end)))
      }
    }
  }

  /// What stands between `let` and the colon before a type.
  private static func name(
    before type: UnsafePointer<CChar>, from start: UnsafePointer<CChar>
  ) -> String? {
    var end = type
    while end > start, [9, 10, 13, 32].contains(end[-1]) { end -= 1 }
    guard end > start, end[-1] == 58 else { return nil }
    end -= 1
    var name = end
    while name > start, name[-1] != 32 { name -= 1 }
    guard name - start >= 4, strncmp(name - 4, "let ", 4) == 0 else { return nil }
    return text(from: name, to: end)
  }

  private static func text(
    from start: UnsafePointer<CChar>, to end: UnsafePointer<CChar>
  ) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
  }

  /// Whether they are these, so that no name can change.
  func are(_ names: [IDNames.Name]) -> Bool {
    let known = Dictionary(
      ids.map { ($0.label, $0.identifier) }, uniquingKeysWith: { first, _ in first })
    return known.count == ids.count && names.count == ids.count
      && names.allSatisfy { known[$0.label] == $0.identifier }
  }

  /// The identifiers that stay, for functions that are the same as before.
  func identifiers(
    for requests: [(request: IDRequest, labels: [String], type: String)]
  ) -> [IDRequest: String] {
    var kept: [IDRequest: String] = [:]
    for id in ids {
      let alike = requests.filter { $0.labels.contains(id.label) }
      let same = alike.first { KeptIDs.plain($0.type) + "=" == KeptIDs.plain(id.type) }
      // A function that alone has the name may have changed its types.
      guard let match = same ?? (alike.count == 1 ? alike.first : nil) else { continue }
      if kept[match.request] == nil { kept[match.request] = id.identifier }
    }
    return kept
  }

  var isEmpty: Bool { ids.isEmpty }

  private static func plain(_ text: String) -> String {
    String(text.filter { !$0.isWhitespace })
  }
}
