import Foundation
import PackagePlugin

/// Makes a source of tests of every page of the documentation.
@main struct CompilePages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let sources = root.appending(path: "Sources").path
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let articles = files.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    let tool = try context.tool(named: "documentation-tests").url
    return (["README.md"] + articles).map { path in
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name)Page.swift")
      return .buildCommand(
        displayName: "Tests of \(path)", executable: tool,
        arguments: [path, root.path, output.path], inputFiles: [root.appending(path: path)],
        outputFiles: [output])
    }
  }
}
