import Foundation

/// The command, from its words to its exit status.
package struct CommandLineTool {
  package let base: URL
  package let isTerminal: Bool
  package let say: @Sendable (String) -> Void
  package let sayError: @Sendable (String) -> Void

  package init(
    base: URL, isTerminal: Bool, say: @escaping @Sendable (String) -> Void,
    sayError: @escaping @Sendable (String) -> Void
  ) {
    self.base = URL(filePath: base.path, directoryHint: .isDirectory)
    self.isTerminal = isTerminal
    self.say = say
    self.sayError = sayError
  }

  /// The first word when the plugin is the one who asks; the second is the file of its request.
  package static let requestOption = "--plugin-request"

  /// Does what the words say.
  package func run(_ words: [String]) -> RunStatus {
    do {
      if words.first == Self.requestOption, words.count > 1 {
        let data = try Data(contentsOf: URL(filePath: words[1], relativeTo: base))
        let request = try JSONDecoder().decode(PluginRequest.self, from: data)
        return try serve(request, CommandOptions(Array(words.dropFirst(2)), of: .plugin))
      }
      let options = try CommandOptions(words, of: .tool)
      if options.wantsHelp { return help(of: .tool) }
      return try generate(for: options)
    } catch {
      sayError("error: \(error)\n")
      return .unusable
    }
  }

  private func help(of command: Command) -> RunStatus {
    say(command.usage + "\n")
    return .fine
  }

  private func generate(for options: CommandOptions) throws -> RunStatus {
    let files = try SymbolGraphFiles(in: options.symbolGraphs, relativeTo: base)
    for name in options.targets where !files.modules.contains(name) {
      throw ChoiceError.noTarget(name, known: files.modules)
    }
    let folders = OutputFolder(base: base, staysInside: false)
    let folder = try folders.folder(named: options.output ?? "")
    let names = options.targets.isEmpty ? files.modules : options.targets
    let sources = names.map { FakedModule(name: $0, module: $0, folder: folder) }
    return try GenerateCommand(tool: self, options: options, folders: folders)
      .run(sources, FakeGenerator(symbolGraphs: files.urls))
  }

  private func serve(_ request: PluginRequest, _ options: CommandOptions) throws -> RunStatus {
    if options.wantsHelp { return help(of: .plugin) }
    let choice = try TargetChoice(options.targets, in: request)
    let folders = OutputFolder(base: URL(filePath: request.packageFolder), staysInside: true)
    let output = try options.output.map { try folders.folder(named: $0) }
    var sources: [FakedModule] = []
    for target in choice.chosen {
      do {
        let test = try output == nil ? choice.tests(of: target) : nil
        let folder = output ?? test.map { URL(filePath: $0.folder).appending(path: "Fakes") }
        sources.append(FakedModule(name: target.name, module: target.module, folder: folder))
      } catch {
        // Whoever names a target hears of it before anything is built.
        if !options.targets.isEmpty { throw error }
        sources.append(FakedModule(name: target.name, module: target.module, problem: error))
      }
    }
    guard let symbolGraphs = request.symbolGraphs else {
      let plan = choice.needed.map(\.name).joined(separator: "\n")
      try Data(plan.utf8).write(to: URL(filePath: request.planFile))
      return .fine
    }
    let files = try SymbolGraphFiles(in: symbolGraphs, relativeTo: base)
    let writer = try FakeGenerator(
      symbolGraphs: files.urls,
      unsharedFlags: sources.reduce(into: [:]) { flags, source in
        flags[source.module] = source.folder.flatMap(request.target).map(request.flagsUnshared)
      })
    if request.takesSecondPlan == true {
      let known = Set(choice.chosen.flatMap(\.modules)).subtracting(files.modules)
      let missing = writer.missingModules(for: sources.map(\.module)).intersection(known)
      if !missing.isEmpty {
        let plan = missing.sorted().joined(separator: "\n")
        try Data(plan.utf8).write(to: URL(filePath: request.planFile))
        return .fine
      }
    }
    return try GenerateCommand(tool: self, options: options, folders: folders, request: request)
      .run(sources, writer)
  }
}
