import Foundation

/// Turns the protocols in source files into fakes.
package struct FakeGenerator: Sendable {
  private let index: SourceIndex
  /// The modules that isolate declarations to the main actor by default.
  private let isolated: Set<String>
  /// The modules whose types get fakes.
  private let modules: [Module]

  /// Reads the source files of modules.
  ///
  /// - Parameters:
  ///   - modules: The modules whose types get fakes.
  ///   - others: The modules that they import and whose sources are known.
  ///   - isolated: The modules that isolate declarations to the main actor by default.
  package init(
    _ modules: [SourceModule], using others: [SourceModule] = [], isolated: Set<String> = []
  ) {
    let index = SourceIndex(modules + others)
    self.index = index
    self.isolated = isolated
    self.modules = modules.compactMap { index.module($0.name) }
  }

  /// Returns the protocols of the modules, sorted by module and name.
  package var protocols: [FakeableType] { types(.protocol) { _ in true } }

  /// The structs in which most stored properties are closures.
  package var structsOfClosures: [FakeableType] {
    let resolver = TypeResolver(index: index)
    return types(.struct) {
      ClosureStructFake(type: $0, isPublic: false, resolver: resolver).isStructOfClosures
    }
  }

  package var classes: [FakeableType] {
    types(.class) { !$0.isPrivate } + types(.actor) { !$0.isPrivate }
  }

  private func types(
    _ kind: Declaration.Kind, where isWanted: (Declaration) -> Bool
  ) -> [FakeableType] {
    modules.sorted { $0.name < $1.name }.flatMap { module in
      module.types.values.compactMap { types in types.first { $0.kind == kind && isWanted($0) } }
        .map(FakeableType.init).sorted { $0.name < $1.name }
    }
  }

  /// Writes the fake of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isPublic: A Boolean value that indicates whether other modules can use the fake.
  package func fake(of type: FakeableType, isPublic: Bool = false) -> FakeOutcome {
    do throws(Refusal) { return .written(try write(type, isPublic)) } catch {
      return .refused(error)
    }
  }

  private func write(_ type: FakeableType, _ isPublic: Bool) throws(Refusal) -> GeneratedFake {
    try refuse(
      if: !type.path.allSatisfy(\.isPlainName),
      "\(type.name) is a raw identifier, which a generated fake cannot have",
      instead: "the fake, with a plain name")
    let named = index.module(type.module)?.types[type.name]?.filter { $0.kind == type.kind } ?? []
    // Branches of `#if` may have several.
    let all = named.filter { !$0.isPrivate || $0 === named.first }
    guard let found = all.first else {
      let word = type.kind.rawValue
      throw Refusal(
        "\(type.module) has no \(word) \(type.name)",
        instead: .change("Give the name of a \(word) in \(type.module)"))
    }
    let resolver = TypeResolver(for: found, in: index)
    switch type.kind {
    case .struct:
      return try ClosureStructFake(type: found, isPublic: isPublic, resolver: resolver).fake()
    case .class, .actor:
      return try ClassFake(type: found, isPublic: isPublic, resolver: resolver).fake()
    default:
      let model = ProtocolReader.model(of: found, with: resolver, isolated: isolated)
      var fake = try FakeWriter.fake(of: model, with: resolver, isPublic: isPublic)
      if all.count > 1 {
        fake.notes.append(
          "\(type.name) is declared \(all.count) times. \(fake.fakeName) is the fake of the one at "
            + "\(found.place()).")
      }
      return fake
    }
  }
}

/// The result of writing a fake.
package enum FakeOutcome: Sendable {
  case written(GeneratedFake)
  case refused(Refusal)
  /// The tests have a fake that a person wrote.
  case byHand(name: String, file: URL)
}

/// A fake as a file.
package struct GeneratedFake: Equatable, Sendable {
  /// The name of the type, such as `FakeMailer`.
  package let fakeName: String
  /// The file, formatted, with a newline at its end.
  package let text: String
  /// Facts for the output of the command, such as new names of IDs.
  package internal(set) var notes: [String]

  package init(fakeName: String, text: String, notes: [String] = []) {
    (self.fakeName, self.text, self.notes) = (fakeName, text, notes)
  }
}

/// A protocol, class, or struct of closures that can have a fake.
package struct FakeableType: Hashable, Sendable {
  package let module: String
  /// The name, with the names of the types around it: `Outer.Inner`.
  package let name: String
  /// A Boolean value that indicates whether the type is visible only in its own file.
  package let isPrivate: Bool
  /// The kind of its declaration. A struct is one of closures.
  let kind: Declaration.Kind

  /// Creates a protocol.
  package init(module: String, name: String) {
    (self.module, self.name, isPrivate, kind) = (module, name, false, .protocol)
  }

  init(_ type: Declaration) {
    (module, name, isPrivate, kind) = (type.module, type.name, type.isPrivate, type.kind)
  }

  package var qualifiedName: String { "\(module).\(name)" }

  fileprivate var path: [String] { name.split(separator: ".").map(String.init) }

  package var fakeName: String { LibraryNames.fakeName(for: path) }

  /// Returns a Boolean value that indicates whether a text such as `Inner`, `Outer.Inner`, or `Module.Outer.Inner`
  /// means the type.
  func isMeant(by text: String) -> Bool { ".\(qualifiedName)".hasSuffix(".\(text)") }
}
