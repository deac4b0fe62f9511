import Foundation

/// The work itself, once it is clear what is asked for: read, write, compare, report.
struct GenerateCommand {
  let tool: CommandLineTool
  let options: CommandOptions
  let folders: OutputFolder
  /// What the plugin says of the package.
  var request: PluginRequest?

  /// All targets of the package, where it is known.
  private var targets: [PluginRequest.Target] { request?.targets ?? [] }

  func run(_ sources: [FakedModule], _ writer: FakeGenerator) throws -> RunStatus {
    let modules = sources.map(\.module)
    let known = writer.protocols(in: modules)
    let choice = try ProtocolChoice(
      options.protocols, except: options.exceptions, among: known, of: modules)
    let chosen = choice.chosen + (try others(of: writer, in: modules))
    let jobs = jobs(for: chosen, of: sources, writer)
    let generation = FakeFileUpdate(
      mode: options.mode, overwrites: options.overwrites,
      showsPartials: !options.protocols.isEmpty, folders: folders)
    var entries = generation.run(jobs)
    entries += choice.excepted.map { ReportEntry(.excepted, $0.qualifiedName) }
    entries += problems(of: sources, chosen, choice.excepted)
    if options.protocols.isEmpty {
      entries += StaleFiles(
        generation: generation, modules: Set(modules), expected: files(of: known, in: sources),
        types: writer.typeNames
      ).entries(in: sources.compactMap(\.folder), prunes: options.prunes)
    }
    let report = Report(mode: options.mode, entries: entries, hints: hints(for: jobs))
    tool.say(report.text)
    return report.status
  }

  /// Structs of closures and classes, which are only faked on request.
  private func others(of writer: FakeGenerator, in modules: [String]) throws -> [FakeableType] {
    let classes = writer.classes(in: modules)
    var chosen = options.closures ? writer.structsOfClosures(in: modules) : []
    for name in options.classes {
      let found = classes.filter { $0.isMeant(by: name) }
      if found.isEmpty { throw ChoiceError.noClass(name, in: modules, known: classes) }
      chosen += found.filter { !chosen.contains($0) }
    }
    return chosen
  }

  private func jobs(
    for chosen: [FakeableType], of sources: [FakedModule], _ writer: FakeGenerator
  ) -> [PlannedFake] {
    let places = Dictionary(
      sources.compactMap { source in source.folder.map { (source.module, $0) } },
      uniquingKeysWith: { first, _ in first })
    let folders = Dictionary(
      places.values.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let byHand = folders.mapValues(handWritten)
    let style = options.style
    let progress = ProgressLine(
      total: chosen.count, isTerminal: tool.isTerminal, write: tool.sayError)
    return parallelMap(chosen) { name -> PlannedFake? in
      defer { progress.advance(name.qualifiedName) }
      guard let folder = places[name.module] else { return nil }
      let url = folder.appending(path: name.fakeName + ".swift")
      let existing = try? FakeFile.text(at: url)
      let outcome = GenerateCommand.outcome(
        of: name, at: url, existing, writer, byHand[folder.path], style)
      return PlannedFake(protocol: name, folder: folder, outcome: outcome, existing: existing)
    }.compactMap { $0 }
  }

  private static func outcome(
    of name: FakeableType, at url: URL, _ existing: String?, _ writer: FakeGenerator,
    _ byHand: HandWrittenFakes?, _ style: FakeStyle
  ) -> PlannedContent {
    // Who has a generated fake beside another one wants both.
    if existing.map(FakeFile.isGenerated) != true,
      let fake = byHand?.fake(of: name, called: name.fakeName), fake.file.path != url.path
    {
      return .byHand(fake)
    }
    return PlannedContent(writer.fake(of: name, style, existing: existing))
  }

  /// Fakes by hand may be in the target that the folder is in, and in those it depends on.
  private func handWritten(around folder: URL) -> HandWrittenFakes {
    guard let owner = request?.target(around: folder) else { return HandWrittenFakes(in: folder) }
    let others = targets.filter { owner.dependencies.contains($0.name) }
    return HandWrittenFakes(
      in: URL(filePath: owner.folder), and: others.map { URL(filePath: $0.folder) })
  }

  private func files(of names: [FakeableType], in sources: [FakedModule]) -> Set<String> {
    let places = Dictionary(
      sources.compactMap { source in source.folder.map { (source.module, $0.path) } },
      uniquingKeysWith: { first, _ in first })
    return Set(
      names.compactMap { name in
        places[name.module].map { "\($0)/\(name.fakeName).swift".lowercased() }
      })
  }

  /// Targets without a folder, and targets without a protocol where one was expected.
  private func problems(
    of sources: [FakedModule], _ chosen: [FakeableType], _ excepted: [FakeableType]
  ) -> [ReportEntry] {
    let counts = Dictionary(grouping: chosen, by: \.module).mapValues(\.count)
    let homeless = sources.compactMap { source in
      source.problem.flatMap { problem in
        counts[source.module].map {
          ReportEntry(.refused, "\(source.name): \(problem)", protocols: $0)
        }
      }
    }
    let isFound = !chosen.isEmpty || !excepted.isEmpty
    if isFound, options.targets.isEmpty || !options.protocols.isEmpty { return homeless }
    let known = Set((chosen + excepted).map(\.module))
    let empty = sources.filter { !known.contains($0.module) }.map(\.name)
    if empty.isEmpty { return homeless }
    let verb = empty.count == 1 ? "has" : "have"
    return homeless + [
      ReportEntry(.refused, "\(list(empty, "and")) \(verb) no protocol to fake.", protocols: 0)
    ]
  }

  /// Test targets that cannot import the library yet.
  private func hints(for jobs: [PlannedFake]) -> [String] {
    targets.filter { test in
      test.isTest && !test.modules.contains("Faked")
        && jobs.contains { $0.url.path.hasPrefix(URL(filePath: test.folder).path + "/") }
    }.map {
      "\($0.name) cannot import Faked yet. Add to its dependencies: "
        + #".product(name: "FakedTesting", package: "Faked")"#
    }
  }
}
