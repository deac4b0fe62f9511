import Faked
import Foundation
import TestSupport
import Testing
import faked_generate

/// Runs the Swift compiler on sources in a temporary folder.
struct Compiler {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private static let swiftc = [
    "swiftc", "-swift-version", "6", "-parse-as-library", "-package-name", "faked",
    "-diagnostic-style", "llvm",
  ]

  private let folder = TemporaryFolder()
  /// The modules so far.
  private let modules = Captured<[SourceModule]>([])

  /// Builds a module, and returns a generator for it that knows the sources of the earlier modules.
  func module(
    _ name: String, _ sources: [URL], options: [String] = [],
    isIsolated: Bool = false
  ) async throws -> FakeGenerator {
    try await run(
      [
        "-emit-module", "-module-name", name, "-emit-module-path", "\(name).swiftmodule",
        "-enable-testing",
      ] + options + sources.map(\.path))
    let module = SourceModule(name: name, files: sources)
    let others = modules.withValue { modules in
      defer { modules.append(module) }
      return modules
    }
    return FakeGenerator([module], using: others, isolated: isIsolated ? [name] : [])
  }

  /// Builds a module of one source, and returns a generator for it.
  func generator(_ source: String, module: String = "App", options: [String] = []) async throws
    -> FakeGenerator
  {
    try await self.module(module, [write(source, to: "\(module).swift")], options: options)
  }

  func write(_ text: String, to name: String) throws -> URL { try folder.write(text, to: name) }

  /// Type-checks sources with the library built for this test.
  ///
  /// With `onlyTypes`, this takes a third of the time, but doesn't find errors of isolation.
  func check(_ sources: [URL], onlyTypes: Bool = false, options: [String] = []) async throws {
    let modules = TestSupport.Command.build.appending(path: "Modules")
    let depth = onlyTypes ? ["-typecheck"] : ["-emit-sil", "-o", "/dev/null"]
    try await run(
      depth + ["-wmo", "-module-name", "Fakes", "-warnings-as-errors", "-I", modules.path]
        + options + sources.map(\.path))
  }

  /// Type-checks fakes.
  func check(_ fakes: [GeneratedFake], options: [String] = []) async throws {
    try await check(
      fakes.map { try write($0.text, to: "\($0.fakeName).swift") }, options: options)
  }

  private func run(_ arguments: [String]) async throws {
    let options = Self.swiftc.dropFirst() + ["-I", folder.path] + arguments
    let result = try await TestSupport.Command("swiftc", Array(options), in: folder.url).run()
    if result.status != 0 { throw Failure(description: result.output) }
  }
}

/// A generator for the source of one module, which is not compiled.
func uncompiledGenerator(_ source: String, module: String = "App", in folder: TemporaryFolder)
  throws
  -> FakeGenerator
{
  FakeGenerator([
    SourceModule(name: module, files: [try folder.write(source, to: "\(module).swift")])
  ])
}

/// The fakes of the types in the source of a module, which are compiled with it.
struct FakeOutcomes: Sendable {
  private let outcomes: [String: FakeOutcome]

  /// Writes and compiles the fakes.
  ///
  /// - Parameters:
  ///   - source: The source of the module `App`.
  ///   - other: The source of a module `Other`.
  ///   - shared: The types whose fakes are public.
  ///   - options: The options that compile the fakes.
  init(
    of source: String, importing other: String? = nil, shared: Set<String> = [],
    options: [String] = []
  ) async throws {
    let compiler = Compiler()
    if let other { _ = try await compiler.generator(other, module: "Other") }
    let writer = try await compiler.generator(source)
    var outcomes: [String: FakeOutcome] = [:]
    for type in writer.protocols + writer.classes + writer.structsOfClosures {
      outcomes[type.name] = writer.fake(of: type, isPublic: shared.contains(type.name))
    }
    self.outcomes = outcomes
    let fakes = outcomes.values.compactMap(\.fake)
    if !fakes.isEmpty { try await compiler.check(fakes, options: options) }
  }

  func fake(of name: String) -> GeneratedFake? { outcomes[name]?.fake }
  func refusal(of name: String) -> Refusal? { outcomes[name]?.refusal }

  /// Returns the text of a fake.
  func text(of name: String) throws -> String { try #require(outcomes[name]?.fake, "\(name)").text }
}

extension FakeOutcome {
  var fake: GeneratedFake? { if case .written(let fake) = self { fake } else { nil } }
  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
