import Foundation

/// The compiler settings of a module that determine the meaning of its protocols.
package struct ModuleSettings: Equatable, Sendable {
  /// A Boolean value that indicates whether the module isolates declarations to the main actor by default.
  package var isMainActor: Bool
  /// The isolation of async closures that state none, if it differs from the isolation in the tests.
  package var asyncClosures: String?

  package init(isMainActor: Bool = false, asyncClosures: String? = nil) {
    self.isMainActor = isMainActor
    self.asyncClosures = asyncClosures
  }
}

/// Turns the protocols in source files into fakes.
package struct FakeGenerator: Sendable {
  private let index: SourceIndex
  private let settings: @Sendable (String) -> ModuleSettings
  /// The modules whose types get fakes.
  private let modules: [Module]

  /// Reads the source files of modules.
  ///
  /// - Parameters:
  ///   - modules: The modules whose types get fakes.
  ///   - others: The modules that they import and whose sources are known.
  ///   - settings: The settings of a module.
  package init(
    _ modules: [SourceModule], using others: [SourceModule] = [],
    settings: @escaping @Sendable (String) -> ModuleSettings = { _ in ModuleSettings() }
  ) {
    let index = SourceIndex(modules + others)
    self.index = index
    self.settings = settings
    self.modules = modules.compactMap { index.module($0.name) }
  }

  /// Returns the protocols of the modules, sorted by module and name.
  package var protocols: [FakeableType] { types(.protocol, as: .protocol) { _ in true } }

  /// The full names of all types in the modules.
  package var typeNames: Set<String> {
    Set(modules.flatMap { module in module.types.keys.map { "\(module.name).\($0)" } })
  }

  /// The structs in which most stored properties are closures.
  package var structsOfClosures: [FakeableType] {
    types(.struct, as: .closures) {
      ClosureStructFake.isStructOfClosures($0, with: TypeResolver(index: index))
    }
  }

  package var classes: [FakeableType] {
    types(.class, as: .class) { !$0.isPrivate } + types(.actor, as: .class) { !$0.isPrivate }
  }

  private func types(
    _ kind: Declaration.Kind, as subject: FakeableType.Kind, where isWanted: (Declaration) -> Bool
  ) -> [FakeableType] {
    modules.sorted { $0.name < $1.name }.flatMap { module in
      module.types.values.compactMap { types in types.first { $0.kind == kind && isWanted($0) } }
        .map { FakeableType($0, subject) }.sorted { $0.name < $1.name }
    }
  }

  /// Writes the fake of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - style: The choices for the fake.
  package func fake(of type: FakeableType, _ style: FakeStyle = FakeStyle()) -> FakeOutcome {
    guard type.name.split(separator: ".").map(String.init).allSatisfy(\.isPlainName) else {
      return .refused(
        Refusal(
          "\(type.name) is a raw identifier, which a generated fake cannot have",
          instead: "the fake, with a plain name"))
    }
    guard let found = declaration(of: type) else {
      return .refused(
        Refusal(
          "\(type.module) has no \(type.kind.word) \(type.name)",
          instead: .change("Give the name of a \(type.kind.word) in \(type.module)")))
    }
    switch type.kind {
    case .closures:
      return ClosureStructFake(found, resolver(for: [found], style), style).outcome()
    case .class: return ClassFake(found, resolver(for: [found], style), style).outcome()
    case .protocol:
      let (model, resolver) = model(of: found, style)
      return ProtocolFake(model, with: resolver, style).outcome()
    }
  }

  private func declaration(of type: FakeableType) -> Declaration? {
    let kinds: [Declaration.Kind] =
      switch type.kind {
      case .protocol: [.protocol]
      case .closures: [.struct]
      case .class: [.class, .actor]
      }
    return index.module(type.module)?.types[type.name]?.first { kinds.contains($0.kind) }
  }

  /// Returns a resolver for a fake whose file imports the modules of these types.
  private func resolver(for types: [Declaration], _ style: FakeStyle) -> TypeResolver {
    let imported = types.flatMap { index.visibleModules(of: $0.file, in: $0.module) }
    let given = imported.filter(index.hasModule)
    return TypeResolver(
      index: index, foreignNames: .visible(in: Set(imported).subtracting(given)),
      visible: Set(given))
  }

  /// Reads a protocol. A type is written with its module only if the fake imports another type with the same name.
  private func model(
    of type: Declaration, _ style: FakeStyle
  ) -> (ProtocolModel, TypeResolver) {
    func model(_ resolver: TypeResolver) -> (ProtocolModel, TypeResolver) {
      let model = ProtocolReader.model(of: type, with: resolver, settings: settings)
      return (model, resolver.hiding(model.innerNames))
    }
    let (first, resolver) = model(resolver(for: [type], style))
    let visible = self.resolver(for: first.declaredIn, style).visible
    let needed = FakeImports(of: first, with: resolver, style).foreignModules
    let foreign = ForeignNames.visible(in: needed.subtracting(visible))
    if foreign == resolver.foreignNames, visible == resolver.visible { return (first, resolver) }
    return model(TypeResolver(index: index, foreignNames: foreign, visible: visible))
  }
}

/// The result of writing a fake.
package enum FakeOutcome: Sendable { case written(GeneratedFake), refused(Refusal) }

/// A fake as a file.
package struct GeneratedFake: Equatable, Sendable {
  /// The name of the type, such as `FakeMailer`.
  package let fakeName: String
  /// The file, formatted, with a newline at its end.
  package let text: String
  /// Facts for the output of the command, such as new names of IDs.
  package let notes: [String]

  package init(fakeName: String, text: String, notes: [String] = []) {
    self.fakeName = fakeName
    self.text = text
    self.notes = notes
  }
}

/// The reason why a fake or a member was not written, and the remedy.
package struct Refusal: Error, Equatable {
  package let reason: String
  package let instead: Remedy
  /// The fake without the parts that cannot be written. `nil` if no part can be.
  package let partial: String?

  package init(_ reason: String, instead: Remedy, partial: String? = nil) {
    self.reason = reason
    self.instead = instead
    self.partial = partial
  }
}

/// The remedy for a refusal. A string literal is code to write by hand.
package enum Remedy: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// Code to write by hand.
  case write(String)
  /// A change of the protocol, or of the options.
  case change(String)

  package init(stringLiteral value: String) { self = .write(value) }
}
/// The choices for a fake.
package struct FakeStyle: Equatable, Sendable {
  /// The behavior of unstubbed methods without a result.
  package enum VoidMethods: String, CaseIterable, Sendable {
    /// They do nothing, and the call is recorded.
    case silent
    /// They fail, like methods with a result.
    case stubbed
  }

  /// The kind of the fake. If it is `nil`, the protocol determines it.
  package var kind: FakeKind?
  package var voidMethods: VoidMethods
  /// A Boolean value that indicates whether other modules can use the fake.
  package var isPublic: Bool

  package init(
    kind: FakeKind? = nil, voidMethods: VoidMethods = .silent, isPublic: Bool = false
  ) {
    self.kind = kind
    self.voidMethods = voidMethods
    self.isPublic = isPublic
  }
}

/// The keyword in the declaration of a fake.
package enum FakeKind: String, CaseIterable, Sendable { case `struct`, `class`, actor }
/// A protocol, class, or struct of closures that can have a fake.
package struct FakeableType: Hashable, Sendable {
  package enum Kind: Sendable {
    case `protocol`
    /// A struct of closures.
    case closures
    case `class`

    var word: String {
      switch self {
      case .protocol: "protocol"
      case .closures: "struct"
      case .class: "class"
      }
    }
  }

  package let module: String
  /// The name, with the names of the types around it: `Outer.Inner`.
  package let name: String
  /// A Boolean value that indicates whether the type is visible only in its own file.
  package let isPrivate: Bool
  package let kind: Kind

  package init(module: String, name: String, isPrivate: Bool = false, kind: Kind = .protocol) {
    self.module = module
    self.name = name
    self.isPrivate = isPrivate
    self.kind = kind
  }

  init(_ type: Declaration, _ kind: Kind) {
    self.init(module: type.module, name: type.name, isPrivate: type.isPrivate, kind: kind)
  }

  package var qualifiedName: String { "\(module).\(name)" }

  package var fakeName: String {
    LibraryNames.fakeName(for: name.split(separator: ".").map(String.init))
  }

  /// Returns a Boolean value that indicates whether a text such as `Inner`, `Outer.Inner`, or `Module.Outer.Inner`
  /// means the type.
  func isMeant(by text: String) -> Bool { ".\(qualifiedName)".hasSuffix(".\(text)") }
}
