import Foundation
import PackagePlugin

/// `swift package generate-fakes`: asks the tool which targets it needs, has the package manager
/// make their symbol graphs, and hands them over. All that can be decided is decided by the tool.
@main
struct GenerateFakes: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "faked-generate").url
    let folder = context.pluginWorkDirectoryURL
    let plan = folder.appending(path: "plan")
    try? FileManager.default.removeItem(at: plan)
    let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    var request = Request(
      packageFolder: context.package.directoryURL.path, targets: targets.map(Request.Target.init),
      planFile: plan.path)

    try run(tool, request, in: folder, arguments)
    // Whoever asks for help gets no plan.
    guard let names = try? String(contentsOf: plan, encoding: .utf8) else { return }
    var folders: [String] = []
    for name in names.split(separator: "\n") {
      guard let target = targets.first(where: { $0.name == name }) else { continue }
      guard let graph = symbolGraph(of: target) else {
        // The compiler has already said why.
        fail("\(target.name) does not build, so no fake was written.")
      }
      folders.append(graph.path)
    }
    request.symbolGraphs = folders
    request.takesSecondPlan = true
    try FileManager.default.removeItem(at: plan)
    try run(tool, request, in: folder, arguments)
    // The modules of other packages that protocols inherit from, where there are any.
    guard let modules = try? String(contentsOf: plan, encoding: .utf8) else { return }
    let others = targets.flatMap(\.recursiveTargetDependencies).compactMap {
      $0 as? SwiftSourceModuleTarget
    }
    for module in modules.split(separator: "\n") {
      guard let target = others.first(where: { $0.moduleName == module }),
        let graph = symbolGraph(of: target)
      else {
        Diagnostics.warning(
          "Cannot read the symbol graph of \(module). Protocols that inherit from it are not faked."
        )
        continue
      }
      folders.append(graph.path)
    }
    request.symbolGraphs = folders
    request.takesSecondPlan = false
    try run(tool, request, in: folder, arguments)
  }

  private func symbolGraph(of target: SwiftSourceModuleTarget) -> URL? {
    let options = PackageManager.SymbolGraphOptions(
      minimumAccessLevel: .private, includeSynthesized: false, includeSPI: true,
      emitExtensionBlocks: false)
    return try? packageManager.getSymbolGraph(for: target, options: options).directoryURL
  }

  /// Runs the tool, and ends when it fails.
  private func run(
    _ tool: URL, _ request: Request, in folder: URL, _ arguments: [String]
  ) throws {
    let file = folder.appending(path: "request.json")
    try JSONEncoder().encode(request).write(to: file)
    let process = Process()
    let errors = Pipe()
    process.executableURL = tool
    process.arguments = ["--plugin-request", file.path] + arguments
    process.standardError = errors
    try process.run()
    report(errors.fileHandleForReading)
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): return
    case (.exit, 1): fail("Not every fake is written and up to date; the output says which.")
    // It has said why.
    case (.exit, _): exit(2)
    default: fail("faked-generate crashed.")
    }
  }

  /// Passes on what the tool writes to stderr: the package manager knows its errors as errors then.
  private func report(_ errors: FileHandle) {
    while case let data = errors.availableData, !data.isEmpty {
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        if line.hasPrefix("error: ") {
          Diagnostics.error(String(line.dropFirst("error: ".count)))
        } else {
          FileHandle.standardError.write(Data((line + "\n").utf8))
        }
      }
    }
  }

  private func fail(_ message: String) -> Never {
    Diagnostics.error(message)
    exit(1)
  }
}

/// What the tool has to know of the package; declared there as well, as `PluginRequest`.
struct Request: Encodable {
  struct Target: Encodable {
    let name: String
    let module: String
    let isTest: Bool
    let isLibraryOrExecutable: Bool
    let folder: String
    let dependencies: [String]
    let modules: [String]
    let flags: [String]

    init(_ target: SwiftSourceModuleTarget) {
      name = target.name
      module = target.moduleName
      isTest = target.kind == .test
      isLibraryOrExecutable = target.kind == .generic || target.kind == .executable
      folder = target.directoryURL.path
      dependencies = target.dependencies.compactMap {
        if case .target(let dependency) = $0 { dependency.name } else { nil }
      }
      modules = target.recursiveTargetDependencies.compactMap {
        ($0 as? SwiftSourceModuleTarget)?.moduleName
      }
      flags = target.compilationConditions
    }
  }

  let packageFolder: String
  let targets: [Target]
  let planFile: String
  var symbolGraphs: [String]?
  var takesSecondPlan = false
}
