import Foundation
import PackagePlugin

/// Runs faked-generate with the facts about the package. The tool makes all decisions.
///
/// A plugin cannot import a module, so both plugins compile this file.
struct ToolRunner {
  let context: PluginContext

  func run(_ arguments: [String]) throws {
    let own = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    let known = Set(own.map(\.moduleName))
    var others: [String: SwiftSourceModuleTarget] = [:]
    for case let target as SwiftSourceModuleTarget in own.flatMap(\.recursiveTargetDependencies)
    where !known.contains(target.moduleName) {
      others[target.moduleName] = target
    }
    let request: [String: Any] = [
      "packageFolder": context.package.directoryURL.path, "targets": own.map(facts),
      "others": others.values.map(facts),
    ]
    let file = context.pluginWorkDirectoryURL.appending(path: "request.json")
    try JSONSerialization.data(withJSONObject: request).write(to: file)
    let process = Process()
    let errors = Pipe()
    process.executableURL = try context.tool(named: "faked-generate").url
    process.arguments = ["--plugin-request", file.path] + arguments
    process.standardError = errors
    try process.run()
    report(errors.fileHandleForReading)
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): return
    case (.exit, 1): fail("Some fakes are refused or out of date. The output lists them.")
    // The tool has already printed the reason.
    case (.exit, _): exit(2)
    default: fail("faked-generate crashed.")
    }
  }

  /// Returns the facts about a target, which the tool reads as a `PluginRequest.Target`.
  private func facts(about target: SwiftSourceModuleTarget) -> [String: Any] {
    let dependencies = target.dependencies.compactMap {
      if case .target(let dependency) = $0 { dependency.name } else { nil }
    }
    let modules = target.recursiveTargetDependencies.compactMap {
      ($0 as? SwiftSourceModuleTarget)?.moduleName
    }
    return [
      "name": target.name, "module": target.moduleName, "isTest": target.kind == .test,
      "isLibraryOrExecutable": target.kind == .generic || target.kind == .executable,
      "folder": target.directoryURL.path, "dependencies": dependencies, "modules": modules,
      "files": target.sourceFiles(withSuffix: "swift").map(\.url.path),
    ]
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
