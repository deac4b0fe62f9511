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

  /// Reads a file.
  static func graph(at file: URL) throws(SymbolGraphError) -> SymbolGraph {
    do throws(SymbolGraphError.Problem) {
      guard let data = try? Data(contentsOf: file) else { throw .unreadable }
      return try SymbolGraphText(data).graph()
    } catch {
      throw SymbolGraphError(file: file, problem: error)
    }
  }

  /// Reads everything except the declarations.
  private func graph() throws(SymbolGraphError.Problem) -> SymbolGraph {
    var version: SymbolGraph.Version?
    var module: String?
    var symbols: [Symbol]?
    var relationships: [SymbolGraph.Relationship]?
    var reader = reader()
    do {
      try reader.object { reader, key in
        switch key {
        case "metadata":
          try reader.member("formatVersion") { version = try SymbolGraphText.version(&$0) }
          if let version, version.major != 0 {
            throw SymbolGraphError.Problem.unknownFormat(version.text)
          }
        case "module": try reader.member("name") { module = try $0.string() }
        case "symbols":
          var read: [Symbol] = []
          try reader.array { read.append(try symbol(&$0)) }
          symbols = read
        case "relationships":
          var read: [SymbolGraph.Relationship] = []
          try reader.array { read.append(try SymbolGraphText.relationship(&$0)) }
          relationships = read
        default: break
        }
      }
      guard reader.isAtEnd else { throw JSONReader.Malformed() }
    } catch let problem as SymbolGraphError.Problem {
      throw problem
    } catch is JSONReader.Malformed {
      throw version.map { .incomplete(format: $0.text) } ?? .malformed
    } catch {
      throw .malformed
    }
    guard let version else { throw .malformed }
    guard let module, let symbols, let relationships else {
      throw .incomplete(format: version.text)
    }
    return SymbolGraph(module: module, symbols: symbols, relationships: relationships)
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
        default: break
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
      case "identifier": try reader.member("precise") { symbol.id = try $0.string() }
      case "kind": try reader.member("identifier") { symbol.kind = try $0.string() }
      case "pathComponents": symbol.path = try reader.strings()
      case "declarationFragments":
        symbol.text = self
        symbol.textOffset = reader.offset
      case "accessLevel": symbol.access = try reader.string()
      case "availability":
        try reader.array { symbol.availability.append(try SymbolGraphText.availability(&$0)) }
      case "location": symbol.location = try SymbolGraphText.location(&reader)
      case "spi": symbol.isSPI = try reader.boolean()
      case "swiftExtension": symbol.isInExtension = true
      default: break
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
      default: break
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
      default: break
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
          default: break
          }
        }
      default: break
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
      default: break
      }
    }
    return version
  }
}
