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
  package var protocols: [Declaration] { types(.protocol) { _ in true } }

  /// The structs in which most stored properties are closures.
  package var structsOfClosures: [Declaration] {
    let resolver = TypeResolver(index: index)
    return types(.struct) {
      ClosureStructFake(type: $0, isPublic: false, resolver: resolver).isStructOfClosures
    }
  }

  package var classes: [Declaration] {
    types(.class) { !$0.isPrivate } + types(.actor) { !$0.isPrivate }
  }

  private func types(
    _ kind: Declaration.Kind, where isWanted: (Declaration) -> Bool
  ) -> [Declaration] {
    modules.sorted { $0.name < $1.name }.flatMap { module in
      module.types.values.compactMap { types in types.first { $0.kind == kind && isWanted($0) } }
        .sorted { $0.name < $1.name }
    }
  }

  /// Writes the fake of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isPublic: A Boolean value that indicates whether other modules can use the fake.
  package func fake(of type: Declaration, isPublic: Bool = false) -> FakeOutcome {
    do throws(Refusal) { return .written(try write(type, isPublic)) } catch {
      return .refused(error)
    }
  }

  private func write(_ type: Declaration, _ isPublic: Bool) throws(Refusal) -> GeneratedFake {
    try refuse(
      if: !type.path.allSatisfy(\.isPlainName),
      "\(type.name) is a raw identifier, which a generated fake cannot have",
      instead: "the fake, with a plain name")
    let resolver = TypeResolver(for: type, in: index)
    switch type.kind {
    case .struct:
      return try ClosureStructFake(type: type, isPublic: isPublic, resolver: resolver).fake()
    case .class, .actor:
      return try ClassFake(type: type, isPublic: isPublic, resolver: resolver).fake()
    default:
      let model = ProtocolReader.model(of: type, with: resolver, isolated: isolated)
      var fake = try FakeWriter.fake(of: model, with: resolver, isPublic: isPublic)
      // Branches of `#if` may declare a protocol several times.
      let count = index.module(type.module)?.types[type.name]?.count { other in
        other === type || other.kind == .protocol && !other.isPrivate
      }
      if let count, count > 1 {
        fake.notes.append(
          "\(type.name) is declared \(count) times. \(fake.fakeName) is the fake of the one at "
            + "\(type.place()).")
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
  case byHand(Declaration)
}

/// A fake as a file.
package struct GeneratedFake: Equatable, Sendable {
  /// The name of the type, such as `FakeMailer`.
  package let fakeName: String
  /// The file, formatted, with a newline at its end.
  package let text: String
  /// Facts for the output of the command, such as new names of IDs.
  package internal(set) var notes: [String]
}
