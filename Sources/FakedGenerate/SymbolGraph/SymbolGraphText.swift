import Foundation

/// The bytes of a symbol-graph file. Declarations in it are read when they are needed.
///
/// Unchecked, because nothing changes the bytes.
final class SymbolGraphText: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ data: Data) {
    bytes = .allocate(byteCount: data.count, alignment: 16)
    data.copyBytes(to: bytes)
  }

  deinit { bytes.deallocate() }

  private func reader(at offset: Int = 0) -> JSONReader {
    JSONReader(UnsafeRawBufferPointer(bytes), at: offset)
  }

  private struct UnknownFormat: Error {
    let version: SymbolGraph.Version
  }

  private struct Incomplete: Error {
    let version: SymbolGraph.Version
  }

  /// Reads a file.
  ///
  /// - Throws: A `SymbolGraphError`.
  static func graph(at file: URL) throws -> SymbolGraph {
    do {
      guard let data = try? Data(contentsOf: file) else {
        throw SymbolGraphError(file: file, problem: .unreadable)
      }
      return try SymbolGraphText(data).graph()
    } catch let error as UnknownFormat {
      throw SymbolGraphError(file: file, problem: .unknownFormat(error.version.text))
    } catch let error as Incomplete {
      throw SymbolGraphError(file: file, problem: .incomplete(format: error.version.text))
    } catch let error as SymbolGraphError {
      throw error
    } catch {
      throw SymbolGraphError(file: file, problem: .malformed)
    }
  }

  /// Reads everything except the declarations.
  func graph() throws -> SymbolGraph {
    var version: SymbolGraph.Version?
    var module: String?
    var symbols: [Symbol]?
    var relationships: [SymbolGraph.Relationship]?
    var reader = reader()
    do {
      try reader.object { reader, key in
        switch key {
        case "metadata":
          version = try SymbolGraphText.metadata(&reader)
          if let version, version.major != 0 { throw UnknownFormat(version: version) }
        case "module":
          try reader.object { reader, key in
            if key == "name" { module = try reader.string() } else { try reader.skip() }
          }
        case "symbols":
          var read: [Symbol] = []
          try reader.array { read.append(try symbol(&$0)) }
          symbols = read
        case "relationships":
          var read: [SymbolGraph.Relationship] = []
          try reader.array { read.append(try SymbolGraphText.relationship(&$0)) }
          relationships = read
        default: try reader.skip()
        }
      }
      guard reader.isAtEnd else { throw JSONReader.Malformed() }
    } catch is JSONReader.Malformed {
      throw version.map { Incomplete(version: $0) as any Error } ?? JSONReader.Malformed()
    }
    guard let version else { throw JSONReader.Malformed() }
    guard let module, let symbols, let relationships else { throw Incomplete(version: version) }
    return SymbolGraph(module: module, symbols: symbols, relationships: relationships)
  }

  private static func metadata(_ reader: inout JSONReader) throws -> SymbolGraph.Version? {
    var found: SymbolGraph.Version?
    try reader.object { reader, key in
      if key == "formatVersion" { found = try version(&reader) } else { try reader.skip() }
    }
    return found
  }

  func fragments(at offset: Int) -> [Symbol.Fragment] {
    var fragments: [Symbol.Fragment] = []
    var reader = reader(at: offset)
    // Reading the file skipped these bytes, so they are well-formed.
    try? reader.array { reader in
      var fragment = Symbol.Fragment()
      try reader.object { reader, key in
        switch key {
        case "kind": fragment.isIdentifier = try reader.string() == "identifier"
        case "spelling": fragment.spelling = try reader.string()
        case "preciseIdentifier": fragment.preciseIdentifier = try reader.string()
        default: try reader.skip()
        }
      }
      fragments.append(fragment)
    }
    return fragments
  }

  private func symbol(_ reader: inout JSONReader) throws -> Symbol {
    let symbol = Symbol()
    try reader.object { reader, key in
      switch key {
      case "identifier":
        try reader.object { reader, key in
          if key == "precise" { symbol.id = try reader.string() } else { try reader.skip() }
        }
      case "kind":
        try reader.object { reader, key in
          if key == "identifier" { symbol.kind = try reader.string() } else { try reader.skip() }
        }
      case "pathComponents": symbol.path = try reader.strings()
      case "declarationFragments":
        symbol.text = self
        symbol.textOffset = reader.offset
        try reader.skip()
      case "accessLevel": symbol.access = try reader.string()
      case "availability":
        try reader.array { symbol.availability.append(try SymbolGraphText.availability(&$0)) }
      case "location": symbol.location = try SymbolGraphText.location(&reader)
      case "spi": symbol.isSPI = try reader.boolean()
      default: try reader.skip()
      }
    }
    if symbol.id.isEmpty || symbol.kind.isEmpty || symbol.path.isEmpty {
      throw JSONReader.Malformed()
    }
    return symbol
  }

  private static func relationship(_ reader: inout JSONReader) throws -> SymbolGraph.Relationship {
    var relationship = SymbolGraph.Relationship()
    try reader.object { reader, key in
      switch key {
      case "kind": relationship.kind = try reader.string()
      case "source": relationship.source = try reader.string()
      case "target": relationship.target = try reader.string()
      case "targetFallback": relationship.targetFallback = try reader.string()
      default: try reader.skip()
      }
    }
    return relationship
  }

  private static func availability(_ reader: inout JSONReader) throws -> Symbol.Availability {
    var availability = Symbol.Availability()
    try reader.object { reader, key in
      switch key {
      case "domain": availability.domain = try reader.string()
      case "introduced": availability.introduced = try version(&reader)
      case "message": availability.message = try reader.string()
      case "isUnconditionallyUnavailable":
        availability.isUnconditionallyUnavailable = try reader.boolean()
      case "isUnconditionallyDeprecated":
        availability.isUnconditionallyDeprecated = try reader.boolean()
      default: try reader.skip()
      }
    }
    return availability
  }

  private static func location(_ reader: inout JSONReader) throws -> Symbol.Location {
    var location = Symbol.Location()
    try reader.object { reader, key in
      switch key {
      case "uri": location.uri = try reader.string()
      case "position":
        try reader.object { reader, key in
          switch key {
          case "line": location.line = try reader.integer()
          case "character": location.character = try reader.integer()
          default: try reader.skip()
          }
        }
      default: try reader.skip()
      }
    }
    return location
  }

  private static func version(_ reader: inout JSONReader) throws -> SymbolGraph.Version {
    var version = SymbolGraph.Version()
    try reader.object { reader, key in
      switch key {
      case "major": version.major = try reader.integer()
      case "minor": version.minor = try reader.integer()
      case "patch": version.patch = try reader.integer()
      default: try reader.skip()
      }
    }
    return version
  }
}
