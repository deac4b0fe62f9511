import Foundation
import PackagePlugin

/// Generates a test source for every page, and for every file whose documentation comments have examples.
@main struct CompilePages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let sources = root.appending(path: "Sources").path
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let articles = files.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    let examples = try files.filter { $0.hasSuffix(".swift") }.sorted().map { "Sources/\($0)" }
      .filter { path in
        try String(contentsOf: root.appending(path: path), encoding: .utf8).contains("/// ```swift")
      }
    let tool = try context.tool(named: "documentation-tests").url
    return (["README.md"] + articles + examples).map { path in
      let file = path.replacing("/", with: "-")
      let output = context.pluginWorkDirectoryURL.appending(path: "\(file)Page.swift")
      return .buildCommand(
        displayName: "Tests of \(path)", executable: tool,
        arguments: [path, root.path, output.path], inputFiles: [root.appending(path: path)],
        outputFiles: [output])
    }
  }
}
