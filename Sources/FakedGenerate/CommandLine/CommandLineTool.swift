import Foundation

/// The tool, from its command line to its exit status.
package struct CommandLineTool {
  package let base: URL
  package let say: (String) -> Void
  package let sayError: (String) -> Void

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
        return try information(for: options, invocation) ?? serve(request, options)
      }
      let options = try CommandOptions(words, of: .tool)
      return try information(for: options, .tool) ?? generate(for: options)
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

  private func generate(for options: CommandOptions) throws -> RunStatus {
    let files = try SymbolGraphFiles(in: options.symbolGraphs, relativeTo: base)
    for name in options.targets where !files.modules.contains(name) {
      throw ChoiceError.noTarget(name, known: files.modules)
    }
    let folders = OutputFolder(base: base, staysInside: false)
    let folder = try folders.folder(named: options.output ?? "")
    let names = options.targets.isEmpty ? files.modules : options.targets
    return try report(
      GenerateCommand(
        options: options, folders: folders,
        modules: names.map { .init(name: $0, module: $0, folder: folder) },
        generator: FakeGenerator(symbolGraphs: files.urls)))
  }

  private func serve(_ request: PluginRequest, _ options: CommandOptions) throws -> RunStatus {
    let choice = try TargetChoice(options.targets, in: request)
    let folders = OutputFolder(base: URL(filePath: request.packageFolder), staysInside: true)
    let output = try options.output.map { try folders.folder(named: $0) }
    let modules = try choice.chosen.map { target -> GenerateCommand.Module in
      var module = GenerateCommand.Module(name: target.name, module: target.module, folder: output)
      if output != nil { return module }
      do throws(ChoiceError) {
        let tests = try choice.tests(of: target)
        module.folder = URL(filePath: tests.folder).appending(path: "Fakes")
      } catch {
        // An error about a target that the command line names comes before the build.
        if !options.targets.isEmpty { throw error }
        module.problem = error
      }
      return module
    }
    guard let symbolGraphs = request.symbolGraphs else {
      return try plan(choice.needed.map(\.name), request)
    }
    let files = try SymbolGraphFiles(in: symbolGraphs, relativeTo: base)
    let generator = try FakeGenerator(
      symbolGraphs: files.urls,
      unsharedFlags: modules.reduce(into: [:]) { flags, module in
        flags[module.module] = module.folder.flatMap(request.target).map(request.flagsUnshared)
      })
    if request.takesSecondPlan {
      let known = Set(choice.chosen.flatMap(\.modules)).subtracting(files.modules)
      let missing = generator.missingModules(for: modules.map(\.module)).intersection(known)
      if !missing.isEmpty { return try plan(missing.sorted(), request) }
    }
    return try report(
      GenerateCommand(
        options: options, folders: folders, modules: modules, generator: generator,
        request: request))
  }

  /// Asks the plugin for symbol graphs.
  private func plan(_ names: [String], _ request: PluginRequest) throws -> RunStatus {
    let plan = names.joined(separator: "\n")
    try Data(plan.utf8).write(to: URL(filePath: request.planFile))
    return .fine
  }
}
