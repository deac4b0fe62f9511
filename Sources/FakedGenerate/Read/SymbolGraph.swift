/// A symbol graph as the compiler writes it, as far as fakes need it.
struct SymbolGraph: Decodable {
  let metadata: Metadata
  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]

  struct Metadata: Decodable {
    let formatVersion: Version
  }

  struct Version: Decodable {
    let major: Int
    let minor: Int?
    let patch: Int?

    var text: String { "\(major).\(minor ?? 0).\(patch ?? 0)" }
  }

  struct Module: Decodable {
    let name: String
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The name of a target that no symbol graph describes: `Swift.Sendable`.
    let targetFallback: String?
  }
}

/// A declaration of a symbol graph.
struct Symbol: Decodable {
  let id: String
  /// `swift.protocol`, `swift.method` and so on.
  let kind: String
  let path: [String]
  let fragments: [Fragment]
  let access: String
  let availability: [Availability]
  let location: Location?
  let isSPI: Bool

  struct Fragment: Decodable {
    let kind: String
    let spelling: String
    let preciseIdentifier: String?
  }

  struct Availability: Decodable {
    let domain: String?
    let introduced: SymbolGraph.Version?
    let message: String?
    let renamed: String?
    let isUnconditionallyDeprecated: Bool?
    let isUnconditionallyUnavailable: Bool?
  }

  struct Location: Decodable {
    let uri: String
    let position: Position

    struct Position: Decodable {
      let line: Int
      let character: Int
    }
  }

  private struct Identifier: Decodable { let precise: String }
  private struct Kind: Decodable { let identifier: String }
  private enum CodingKeys: String, CodingKey {
    case identifier, kind, pathComponents, declarationFragments, accessLevel, availability
    case location, spi
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(Identifier.self, forKey: .identifier).precise
    kind = try values.decode(Kind.self, forKey: .kind).identifier
    path = try values.decode([String].self, forKey: .pathComponents)
    fragments =
      Symbol.isNeeded(kind)
      ? try values.decodeIfPresent([Fragment].self, forKey: .declarationFragments) ?? [] : []
    access = try values.decode(String.self, forKey: .accessLevel)
    availability = try values.decodeIfPresent([Availability].self, forKey: .availability) ?? []
    location = try values.decodeIfPresent(Location.self, forKey: .location)
    isSPI = try values.decodeIfPresent(Bool.self, forKey: .spi) ?? false
  }

  /// Whether the declaration itself matters, and not only that there is one.
  private static func isNeeded(_ kind: String) -> Bool {
    !["swift.enum.case", "swift.struct", "swift.enum", "swift.var", "swift.func"].contains(kind)
  }
}
