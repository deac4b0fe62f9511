import Foundation

/// Writes or compares the fakes, once the options and modules are known.
struct GenerateCommand {
  /// A module and the folder for its fakes.
  struct Module {
    let name: String
    let module: String
    var folder: URL?
    /// The reason why there is no folder.
    var problem: ChoiceError?
  }

  let options: CommandOptions
  let folders: OutputFolder
  let modules: [Module]
  let generator: FakeGenerator
  /// The facts about the package, if the plugin started the command.
  var request: PluginRequest?

  private var moduleNames: [String] { modules.map(\.module) }

  /// Updates the files, and returns the report.
  func run() throws -> Report {
    let known = generator.protocols(in: moduleNames)
    let choice = try ProtocolChoice(
      options.protocols, except: options.exceptions, among: known, of: moduleNames)
    let chosen = choice.chosen + (try otherTypes())
    let fakes = plan(chosen)
    let types = KnownTypes(in: Set(moduleNames), names: generator.typeNames)
    let update = FakeFileUpdate(
      mode: options.mode, overwrites: options.overwrites,
      showsPartials: !options.protocols.isEmpty, folders: folders, types: types)
    var entries = update.run(fakes)
    entries += choice.excepted.map { ReportEntry(.excepted, $0.qualifiedName) }
    entries += problems(chosen, choice.excepted)
    if options.protocols.isEmpty {
      let files = known.compactMap { type in
        folder(of: type.module).map { "\($0.path)/\(type.fakeName).swift".lowercased() }
      }
      entries += StaleFiles(
        mode: options.mode, folders: folders, expected: Set(files), types: types
      ).entries(in: modules.compactMap(\.folder), prunes: options.prunes)
    }
    return Report(mode: options.mode, entries: entries, hints: hints(for: fakes))
  }

  private func folder(of module: String) -> URL? {
    modules.first { $0.module == module }?.folder
  }

  /// Returns the structs of closures and the classes, which are only faked on request.
  private func otherTypes() throws -> [FakeableType] {
    let classes = generator.classes(in: moduleNames)
    var chosen = options.closures ? generator.structsOfClosures(in: moduleNames) : []
    for name in options.classes {
      let found = classes.filter { $0.isMeant(by: name) }
      if found.isEmpty { throw ChoiceError.noClass(name, in: moduleNames, known: classes) }
      chosen += found.filter { !chosen.contains($0) }
    }
    return chosen
  }

  private func plan(_ types: [FakeableType]) -> [PlannedFake] {
    let paths = Set(modules.compactMap(\.folder?.path))
    let byHand = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, handWrittenFakes(around: URL(filePath: $0))) })
    let folders = Dictionary(
      modules.compactMap { module in module.folder.map { (module.module, $0) } },
      uniquingKeysWith: { first, _ in first })
    let (generator, style) = (generator, options.style)
    return parallelMap(types) { type -> PlannedFake? in
      guard let folder = folders[type.module] else { return nil }
      let url = folder.appending(path: type.fakeName + ".swift")
      let existing = try? FakeFile.text(at: url)
      let content: PlannedFake.Content
      // If a generated fake exists next to a hand-written one, both are wanted.
      if existing.map(FakeFile.isGenerated) != true,
        let fake = byHand[folder.path]?.fake(of: type), fake.file.path != url.path
      {
        content = .byHand(fake)
      } else {
        switch generator.fake(of: type, style, replacing: existing) {
        case .written(let fake): content = .written(fake)
        case .refused(let refusal): content = .refused(refusal)
        }
      }
      return PlannedFake(
        type: type, folder: folder, content: content, existing: existing,
        namesake: byHand[folder.path]?.namesake(of: url))
    }.compactMap { $0 }
  }

  /// Finds the fakes in the target of a folder and in the targets that it depends on.
  private func handWrittenFakes(around folder: URL) -> HandWrittenFakes {
    guard let request, let owner = request.target(around: folder) else {
      return HandWrittenFakes(in: folder)
    }
    let others = request.targets.filter { owner.dependencies.contains($0.name) }
    return HandWrittenFakes(
      in: URL(filePath: owner.folder), and: others.map { URL(filePath: $0.folder) })
  }

  /// Returns entries for targets without a folder, and for named targets without a protocol.
  private func problems(_ chosen: [FakeableType], _ excepted: [FakeableType]) -> [ReportEntry] {
    let counts = Dictionary(grouping: chosen, by: \.module).mapValues(\.count)
    let homeless = modules.compactMap { module in
      module.problem.flatMap { problem in
        counts[module.module].map {
          ReportEntry(.refused, "\(module.name): \(problem)", protocols: $0)
        }
      }
    }
    let isFound = !chosen.isEmpty || !excepted.isEmpty
    if isFound, options.targets.isEmpty || !options.protocols.isEmpty { return homeless }
    let known = Set((chosen + excepted).map(\.module))
    let empty = modules.filter { !known.contains($0.module) }.map(\.name)
    if empty.isEmpty { return homeless }
    let verb = empty.count == 1 ? "has" : "have"
    return homeless + [
      ReportEntry(.refused, "\(list(empty, "and")) \(verb) no protocol to fake.", protocols: 0)
    ]
  }

  /// Returns a hint for each test target that cannot import the library yet.
  private func hints(for fakes: [PlannedFake]) -> [String] {
    (request?.targets ?? []).filter { test in
      test.isTest && !test.modules.contains("Faked")
        && fakes.contains { $0.url.path.hasPrefix(URL(filePath: test.folder).path + "/") }
    }.map {
      "\($0.name) cannot import Faked yet. Add to its dependencies: "
        + #".product(name: "FakedTesting", package: "Faked")"#
    }
  }
}
