import Foundation

/// The exit status of the command.
package enum RunStatus: Int32, Sendable {
  case fine = 0
  /// A fake is refused or out of date. The others were written.
  case incomplete = 1
  /// The command did not begin, and nothing was written.
  case unusable = 2
}

/// The tool, from its command line to its exit status.
package struct CommandLineTool {
  private let base: URL
  private let say: (String) -> Void
  private let sayError: (String) -> Void

  package init(
    base: URL, say: @escaping (String) -> Void, sayError: @escaping (String) -> Void
  ) {
    self.base = URL(filePath: base.path, directoryHint: .isDirectory)
    self.say = say
    self.sayError = sayError
  }

  /// The first word of the command line if the plugin starts the tool. The second word is the path of its request.
  package static let requestOption = "--plugin-request"

  /// Runs the tool with the words of a command line.
  package func run(_ words: [String]) -> RunStatus {
    do {
      if words.first == Self.requestOption, words.count > 1 {
        let data = try Data(contentsOf: URL(filePath: words[1], relativeTo: base))
        let request = try JSONDecoder().decode(PluginRequest.self, from: data)
        let invocation = request.isReadOnly ? Invocation.checkPlugin : .plugin
        let options = try CommandOptions(Array(words.dropFirst(2)), of: invocation)
        return try information(for: options, invocation) ?? report(command(for: request, options))
      }
      let options = try CommandOptions(words, of: .tool)
      return try information(for: options, .tool) ?? report(command(for: options))
    } catch {
      sayError("error: \(error)\n")
      return .unusable
    }
  }

  /// Prints the help or the version, if the options ask for it.
  private func information(for options: CommandOptions, _ invocation: Invocation) -> RunStatus? {
    switch options.information {
    case .help: say(invocation.usage + "\n")
    case .version: say("faked-generate \(Invocation.version)\n")
    case nil: return nil
    }
    return .fine
  }

  private func report(_ command: GenerateCommand) throws -> RunStatus {
    let report = try command.run()
    say(report.text)
    return report.status
  }

  private func command(for options: CommandOptions) throws -> GenerateCommand {
    let folders = OutputFolder(base: base, staysInside: false)
    let folder = try folders.folder(named: options.output ?? "")
    let modules = try sources(at: options.paths, besides: folder)
    let used = try sources(at: options.used, besides: nil)
    return GenerateCommand(
      options: options, folders: folders,
      modules: modules.map { .init(name: $0.name, module: $0.name, folder: folder) },
      generator: FakeGenerator(
        modules, using: used, isolated: options.isMainActor ? Set(modules.map(\.name)) : []))
  }

  /// Returns the modules with files at some paths. Those in the folder of the fakes don't count.
  private func sources(
    at paths: [String], besides output: URL?
  ) throws(ChoiceError) -> [SourceModule] {
    var modules: [SourceModule] = []
    for text in paths {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let path = parts.last ?? text
      let url = URL(filePath: path, relativeTo: base).standardizedFileURL
      let hidden = output.map { $0.path + "/" }
      let files = swiftFiles(at: url).filter { file in
        hidden.map { !file.path.hasPrefix($0) } ?? true
      }
      if files.isEmpty { throw .noSources(path) }
      let name = parts.count > 1 ? parts[0] : Self.moduleName(of: url)
      if let index = modules.firstIndex(where: { $0.name == name }) {
        modules[index] = SourceModule(name: name, files: modules[index].files + files)
      } else {
        modules.append(SourceModule(name: name, files: files))
      }
    }
    return modules
  }

  /// Returns the name of the folder after `Sources`, or of the folder itself.
  private static func moduleName(of url: URL) -> String {
    var folders = url.pathComponents
    if url.pathExtension == "swift" { folders.removeLast() }
    let sources = folders.lastIndex(of: "Sources").map { folders[($0 + 1)...] } ?? []
    let name = sources.first ?? folders.last ?? ""
    return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private func command(
    for request: PluginRequest, _ options: CommandOptions
  ) throws -> GenerateCommand {
    let chosen = try request.choose(options.targets)
    let folders = OutputFolder(base: URL(filePath: request.packageFolder), staysInside: true)
    let output = try options.output.map { try folders.folder(named: $0) }
    let modules = try chosen.map { target -> GenerateCommand.Module in
      var module = GenerateCommand.Module(name: target.name, module: target.module, folder: output)
      if output != nil { return module }
      do throws(ChoiceError) {
        let tests = try request.tests(of: target)
        module.folder = URL(filePath: tests.folder).appending(path: "Fakes")
      } catch {
        // An error about a target that the command line names stops the command.
        if !options.targets.isEmpty { throw error }
        module.problem = error
      }
      return module
    }
    let names = chosen.map(\.module)
    let others = (request.targets + request.others).filter { !names.contains($0.module) }
    let isolated = request.isolatedTargets
    return GenerateCommand(
      options: options, folders: folders, modules: modules,
      generator: FakeGenerator(
        chosen.map(\.sources), using: others.map(\.sources),
        isolated: Set(
          chosen.filter { options.isMainActor || isolated.contains($0.name) }.map(\.module))),
      request: request)
  }
}

/// Returns a Swift file, or the Swift files in a folder, sorted by path.
func swiftFiles(at url: URL) -> [URL] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return [] }
  if !isFolder.boolValue { return url.pathExtension == "swift" ? [url] : [] }
  let files = FileManager.default.enumerator(
    at: url, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
  return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".swift") }
    .sorted().map { URL(filePath: $0) }
}

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
    let known = generator.protocols
    var chosen = try named(options.protocols, .protocol, among: known)
    let wanted = known.filter { options.protocols.isEmpty ? !$0.isPrivate : chosen.contains($0) }
    let exceptions = try named(options.exceptions, .except, among: known)
    let excepted = wanted.filter(exceptions.contains)
    chosen = wanted.filter { !exceptions.contains($0) } + (try otherTypes())
    let fakes = plan(chosen)
    let (modules, names) = (Set(moduleNames), generator.typeNames)
    let update = FakeFileUpdate(
      mode: options.mode, overwrites: options.overwrites,
      showsPartials: !options.protocols.isEmpty, folders: folders
    ) { type in modules.contains(String(type.prefix { $0 != "." })) && !names.contains(type) }
    var entries = update.run(fakes)
    entries += excepted.map { ReportEntry(.excepted, $0.qualifiedName) }
    entries += problems(chosen, excepted)
    if options.protocols.isEmpty {
      let files = known.compactMap { type in
        folder(of: type.module).map { "\($0.path)/\(type.fakeName).swift".lowercased() }
      }
      entries += update.staleFiles(
        in: self.modules.compactMap(\.folder), expected: Set(files), prunes: options.prunes)
    }
    return Report(mode: options.mode, entries: entries, hints: hints(for: fakes))
  }

  private func folder(of module: String) -> URL? {
    modules.first { $0.module == module }?.folder
  }

  /// Returns the types that an option names.
  private func named(
    _ names: [String], _ option: Option, among known: [FakeableType]
  ) throws(ChoiceError) -> [FakeableType] {
    var chosen: [FakeableType] = []
    for name in names {
      let found = known.filter {
        $0.isMeant(by: name) || option == .except && $0.module == name
      }
      if found.isEmpty, option != .except || !moduleNames.contains(name) {
        throw .noType(name, option, in: moduleNames, known: known)
      }
      chosen += found.filter { !chosen.contains($0) }
    }
    return chosen
  }

  /// Returns the structs of closures and the classes, which are only faked on request.
  private func otherTypes() throws(ChoiceError) -> [FakeableType] {
    let structs = options.closures ? generator.structsOfClosures : []
    return structs + (try named(options.classes, .class, among: generator.classes))
  }

  private func plan(_ types: [FakeableType]) -> [PlannedFake] {
    let paths = Set(modules.compactMap(\.folder?.path))
    let byHand = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, handWrittenFakes(around: URL(filePath: $0))) })
    let folders = Dictionary(
      modules.compactMap { module in module.folder.map { (module.module, $0) } },
      uniquingKeysWith: { first, _ in first })
    let (generator, isPublic) = (generator, options.isPublic)
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
        switch generator.fake(of: type, isPublic: isPublic) {
        case .written(let fake): content = .written(fake)
        case .refused(let refusal): content = .refused(refusal)
        }
      }
      return PlannedFake(
        type: type, folder: folder, content: content, existing: existing,
        namesake: byHand[folder.path]?.namesake(of: url))
    }.compactMap { $0 }
  }

  /// Finds the fakes in the test target with a folder, and in the targets that it depends on.
  private func handWrittenFakes(around folder: URL) -> HandWrittenFakes {
    guard let request, let owner = request.target(around: folder) else {
      return HandWrittenFakes(in: testFolder(around: folder))
    }
    let others = request.targets.filter { owner.dependencies.contains($0.name) }
    return HandWrittenFakes(
      in: URL(filePath: owner.folder), and: others.map { URL(filePath: $0.folder) })
  }

  /// Returns the nearest folder around a folder whose name ends in `Tests`, or the folder itself.
  private func testFolder(around folder: URL) -> URL {
    var current = folder
    while current.pathComponents.count > 1 {
      let name = current.lastPathComponent
      if name.hasSuffix("Tests"), name != "Tests" { return current }
      current = current.deletingLastPathComponent()
    }
    return folder
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
