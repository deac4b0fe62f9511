import Foundation

/// The hand-written fakes in the source files of tests.
struct HandWrittenFakes: Sendable {
  private let types: [Declaration]
  /// The types that conform to `Faked`, with the names of everything that they inherit from.
  private let fakes: [(type: Declaration, parents: [String])]

  /// Reads the Swift files of a test target, and those files of its dependencies that mention `Faked`.
  init(in target: URL, and others: [URL] = []) {
    let declarations = ([target] + others).flatMap { folder in
      swiftFiles(at: folder).flatMap { url -> [Declaration] in
        guard let text = try? String(contentsOf: url, encoding: .utf8),
          FakeFile(text).marker == nil, folder == target || text.contains("Faked")
        else { return [] }
        return SourceFile.declarations(in: text, at: url)
      }
    }
    let module = Module("Tests", declarations)
    types = module.types.values.joined().filter {
      [.class, .actor, .struct, .enum].contains($0.kind)
    }.sorted { $0.name < $1.name }
    fakes = types.compactMap { type in
      let all = [type] + (module.extensions[type.name] ?? [])
      let parents = all.flatMap(\.inherited).flatMap(\.members).map { parent in
        if case .named(let parts) = parent { parts.map(\.name).joined(separator: ".") } else { "" }
      }
      return parents.contains("Faked") || parents.contains("Faked.Faked") ? (type, parents) : nil
    }
  }

  /// Returns the type that has the name of the generated fake. Otherwise, returns the first type that conforms to
  /// `Faked` and to the protocol.
  func fake(of type: Declaration) -> Declaration? {
    types.first { $0.name == type.fakeName }
      ?? fakes.first { $0.parents.contains(where: type.isMeant) }?.type
  }
}
