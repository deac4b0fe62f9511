import Foundation
import PackagePlugin

/// Runs faked-generate with the symbol graphs that it asks for. The tool makes all decisions.
///
/// A plugin cannot import a module, so both plugins compile this file.
struct ToolRunner {
  let context: PluginContext
  let packageManager: PackageManager
  /// A Boolean value that indicates whether the tool only compares.
  let isReadOnly: Bool

  private var folder: URL { context.pluginWorkDirectoryURL }
  private var plan: URL { folder.appending(path: "plan") }

  func run(_ arguments: [String]) throws {
    let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    var request = Request(
      packageFolder: context.package.directoryURL.path, targets: targets.map(Request.Target.init),
      planFile: plan.path, isReadOnly: isReadOnly)
    // There is no plan if the arguments ask for help.
    guard let names = try start(request, arguments) else { return }
    var folders = names.compactMap { name in
      targets.first { $0.name == name }.map { target -> String in
        guard let graph = symbolGraph(of: target) else {
          // The compiler has already printed the reason.
          fail("\(target.name) does not build, so no fake was written.")
        }
        return graph.path
      }
    }
    request.symbolGraphs = folders
    request.takesSecondPlan = true
    // The modules of other packages from which protocols inherit, if there are any.
    guard let modules = try start(request, arguments) else { return }
    let others = targets.flatMap(\.recursiveTargetDependencies).compactMap {
      $0 as? SwiftSourceModuleTarget
    }
    for module in modules {
      guard let target = others.first(where: { $0.moduleName == module }),
        let graph = symbolGraph(of: target)
      else {
        Diagnostics.warning(
          "The symbol graph of \(module) cannot be read. Protocols that inherit from its protocols "
            + "are refused.")
        continue
      }
      folders.append(graph.path)
    }
    request.symbolGraphs = folders
    request.takesSecondPlan = false
    _ = try start(request, arguments)
  }

  private func symbolGraph(of target: SwiftSourceModuleTarget) -> URL? {
    let options = PackageManager.SymbolGraphOptions(
      minimumAccessLevel: .private, includeSynthesized: false, includeSPI: true,
      emitExtensionBlocks: false)
    return try? packageManager.getSymbolGraph(for: target, options: options).directoryURL
  }

  /// Starts the tool, and returns the names in its plan. `nil` if it has none.
  private func start(_ request: Request, _ arguments: [String]) throws -> [String]? {
    try? FileManager.default.removeItem(at: plan)
    let file = folder.appending(path: "request.json")
    try JSONEncoder().encode(request).write(to: file)
    let process = Process()
    let errors = Pipe()
    process.executableURL = try context.tool(named: "faked-generate").url
    process.arguments = ["--plugin-request", file.path] + arguments
    process.standardError = errors
    try process.run()
    report(errors.fileHandleForReading)
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): break
    case (.exit, 1): fail("Some fakes are refused or out of date. The output lists them.")
    // The tool has already printed the reason.
    case (.exit, _): exit(2)
    default: fail("faked-generate crashed.")
    }
    let names = try? String(contentsOf: plan, encoding: .utf8)
    return names?.split(separator: "\n").map(String.init)
  }

  /// Reports the errors of the tool as errors of the package manager, line by line. A part of the output can end within
  /// a line, so all of it is read first.
  private func report(_ errors: FileHandle) {
    let text = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("error: ") {
        Diagnostics.error(String(line.dropFirst("error: ".count)))
      } else {
        FileHandle.standardError.write(Data((line + "\n").utf8))
      }
    }
  }

  private func fail(_ message: String) -> Never {
    Diagnostics.error(message)
    exit(1)
  }
}

/// The facts about the package. The tool declares the same type as `PluginRequest`.
private struct Request: Encodable {
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
  let isReadOnly: Bool
  var symbolGraphs: [String]?
  var takesSecondPlan = false
}
