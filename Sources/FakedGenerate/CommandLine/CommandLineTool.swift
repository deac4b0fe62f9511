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
  /// The folder to which paths are relative.
  private let base: URL

  package init(base: URL) { self.base = URL(filePath: base.path, directoryHint: .isDirectory) }

  /// The first word of the command line if the plugin starts the tool. The second word is the path of its request.
  package static let requestOption = "--plugin-request"

  /// Runs the tool with the words of a command line. Returns its output, the text of an error, and its exit status.
  package func run(_ words: [String]) -> (output: String, error: String, status: RunStatus) {
    do {
      var request: PluginRequest?
      if words.first == Self.requestOption, words.count > 1 {
        let data = try Data(contentsOf: URL(filePath: words[1], relativeTo: base))
        request = try JSONDecoder().decode(PluginRequest.self, from: data)
      }
      let options = try CommandOptions(
        Array(words.dropFirst(request == nil ? 0 : 2)), isPlugin: request != nil)
      if options.has(.help) { return (CommandOptions.usage, "", .fine) }
      if options.has(.version) { return ("faked-generate \(CommandOptions.version)\n", "", .fine) }
      let command =
        try request.map { try self.command(for: $0, options) } ?? self.command(for: options)
      let report = try command.run()
      return (report.text, "", report.status)
    } catch {
      return ("", "error: \(error)\n", .unusable)
    }
  }

  private func command(for options: CommandOptions) throws -> GenerateCommand {
    let folder = URL(filePath: options[.output].joined(), relativeTo: base).standardizedFileURL
    let modules = try sources(at: options.paths, besides: folder).map {
      GenerateCommand.Module(name: $0.name, sources: $0, folder: .success(folder))
    }
    let others = try sources(at: options[.using], besides: nil)
    return GenerateCommand(options: options, base: base, modules: modules, others: others)
  }

  /// Returns the modules with files at some paths. Those in the folder of the fakes don't count.
  private func sources(
    at paths: [String], besides output: URL?
  ) throws(UsageError) -> [SourceModule] {
    let modules = try paths.map { text throws(UsageError) in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let path = parts.last ?? text
      let url = URL(filePath: path, relativeTo: base).standardizedFileURL
      let files = swiftFiles(at: url).filter { file in
        output.map { !file.path.hasPrefix($0.path + "/") } ?? true
      }
      if files.isEmpty { throw .needsSources("There are no Swift files in \"\(path)\".") }
      let name = parts.count > 1 ? parts[0] : Self.moduleName(of: url)
      return SourceModule(name: name, files: files)
    }
    return SourceModule.merged(modules)
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
    let base = URL(filePath: request.packageFolder, directoryHint: .isDirectory)
    let chosen = try request.choose(options[.target])
    let output = options[.output].first.map {
      URL(filePath: $0, relativeTo: base).standardizedFileURL
    }
    let modules = try chosen.map { target in
      let folder = Result {
        try output ?? URL(filePath: request.tests(of: target).folder).appending(path: "Fakes")
      }
      // An error about a target that the command line names stops the command.
      if !options[.target].isEmpty { _ = try folder.get() }
      return GenerateCommand.Module(name: target.name, sources: target.sources, folder: folder)
    }
    let names = chosen.map(\.module)
    let others = (request.targets + request.others).filter { !names.contains($0.module) }
    return GenerateCommand(
      options: options, base: base, modules: modules, others: others.map(\.sources),
      request: request)
  }
}

/// Returns a Swift file, or the Swift files in a folder, sorted by path.
func swiftFiles(at url: URL) -> [URL] {
  if url.pathExtension == "swift" {
    return FileManager.default.fileExists(atPath: url.path) ? [url] : []
  }
  let files = FileManager.default.enumerator(
    at: url, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
  return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".swift") }
    .sorted().map { URL(filePath: $0) }
}

/// Writes or compares the fakes, once the options and modules are known.
struct GenerateCommand: Sendable {
  /// A module and the folder for its fakes, or the reason why there is none.
  struct Module {
    /// The name of the target.
    let name: String
    let sources: SourceModule
    let folder: Result<URL, any Error>
  }

  let options: CommandOptions
  /// The folder to which paths are relative.
  let base: URL
  let modules: [Module]
  /// The modules whose types get no fakes.
  let others: [SourceModule]
  /// The facts about the package, if the plugin started the command.
  var request: PluginRequest?

  /// Updates the files, and returns the report.
  func run() throws -> Report {
    let targets = request?.isolatedTargets ?? []
    let isolated = modules.filter { options.has(.mainActor) || targets.contains($0.name) }
    let generator = FakeGenerator(
      modules.map(\.sources), using: others, isolated: Set(isolated.map(\.sources.name)))
    let known = generator.protocols
    let named = try named(.protocol, among: known)
    let wanted = known.filter { options.has(.protocol) ? named.contains($0) : !$0.isPrivate }
    let exceptions = try self.named(.except, among: known)
    let excepted = wanted.filter(exceptions.contains)
    // Structs of closures and classes are only faked on request.
    let structs = options.has(.closures) ? generator.structsOfClosures : []
    let classes = options.has(.class) ? try self.named(.class, among: generator.classes) : []
    let chosen = wanted.filter { !exceptions.contains($0) } + structs + classes
    return Report(
      entries: update(plan(chosen, with: generator))
        + excepted.map { ReportEntry(.excepted, $0.qualifiedName) } + problems(chosen, excepted))
  }

  /// Returns the types that an option names.
  private func named(
    _ option: Option, among known: [Declaration]
  ) throws(UsageError) -> [Declaration] {
    var chosen: [Declaration] = []
    for name in options[option] {
      let found = known.filter { $0.isMeant(by: name) || option == .except && $0.module == name }
      if found.isEmpty, option != .except || !modules.contains(where: { $0.sources.name == name }) {
        let isQualified = name.contains(".")
        throw .unknown(
          "There is no \(option == .class ? "class" : "protocol") \"\(name)\" for "
            + "\(option.rawValue).", name,
          among: known.map { isQualified ? $0.qualifiedName : $0.name })
      }
      chosen.add(found)
    }
    return chosen
  }

  private func plan(_ types: [Declaration], with generator: FakeGenerator) -> [PlannedFake] {
    var folders: [String: URL] = [:]
    for module in modules { folders[module.sources.name] = try? module.folder.get() }
    let byHand = Dictionary(
      uniqueKeysWithValues: Set(folders.values).map { ($0, handWrittenFakes(around: $0)) })
    let planned = types.compactMap { type in folders[type.module].map { (type, $0) } }
    let isPublic = options.has(.public)
    return parallelMap(planned) { type, folder in
      let url = folder.appending(path: type.fakeName + ".swift")
      // If a generated fake exists next to a hand-written one, both are wanted.
      if let fake = byHand[folder]?.fake(of: type), fake.file.url.path != url.path,
        (try? FakeFile(at: url))?.marker == nil
      {
        return PlannedFake(type: type, url: url, content: .byHand(fake))
      }
      let content = generator.fake(of: type, isPublic: isPublic)
      return PlannedFake(type: type, url: url, content: content)
    }
  }

  /// Finds the fakes in the test target with a folder, and in the targets that it depends on. Without a package, the
  /// test target is the nearest folder around that folder whose name ends in `Tests`.
  private func handWrittenFakes(around folder: URL) -> HandWrittenFakes {
    if let request, let owner = request.target(around: folder) {
      let others = request.targets.filter { owner.dependencies.contains($0.name) }
      return HandWrittenFakes(
        in: URL(filePath: owner.folder), and: others.map { URL(filePath: $0.folder) })
    }
    let path = folder.pathComponents
    let end = path.lastIndex { $0.hasSuffix("Tests") && $0 != "Tests" } ?? path.count - 1
    return HandWrittenFakes(in: URL(filePath: NSString.path(withComponents: Array(path[...end]))))
  }

  /// Returns entries for targets without a folder, and for named targets without a protocol.
  private func problems(_ chosen: [Declaration], _ excepted: [Declaration]) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    for module in modules {
      let count = chosen.count { $0.module == module.sources.name }
      guard count > 0, case .failure(let error) = module.folder else { continue }
      entries.append(ReportEntry(.refused, "\(module.name): \(error)", protocols: count))
    }
    let known = Set((chosen + excepted).map(\.module))
    if !known.isEmpty, !options.has(.target) || options.has(.protocol) { return entries }
    let empty = modules.filter { !known.contains($0.sources.name) }.map(\.name)
    if empty.isEmpty { return entries }
    let text = "\(list(empty, "and")) \(empty.count == 1 ? "has" : "have") no protocol to fake."
    return entries + [ReportEntry(.refused, text, protocols: 0)]
  }
}
