import Foundation

/// The facts about a package that the plugin writes into a file for the tool.
///
/// The plugin repeats the names of these properties, because a plugin can't import a module. Change both together.
package struct PluginRequest: Codable, Equatable, Sendable {
  package struct Target: Codable, Equatable, Sendable {
    package var name: String
    package var module: String
    package var isTest = false
    package var isLibraryOrExecutable = true
    package var folder: String
    /// The targets of the package that it depends on directly.
    package var dependencies: [String] = []
    /// All modules that it can import, including those of other packages.
    package var modules: [String] = []
    package var files: [String] = []

    package init(name: String, folder: String) {
      (self.name, module, self.folder) = (name, name, folder)
    }

    var sources: SourceModule { SourceModule(name: module, files: files.map { URL(filePath: $0) }) }
  }

  package let packageFolder: String
  package let targets: [Target]
  /// The targets of other packages.
  package let others: [Target]

  package init(packageFolder: String, targets: [Target], others: [Target] = []) {
    (self.packageFolder, self.targets, self.others) = (packageFolder, targets, others)
  }

  /// Returns the targets with these names, or all except tests.
  ///
  /// - Throws: A `UsageError` for a name without a target.
  package func choose(_ names: [String]) throws(UsageError) -> [Target] {
    let known = targets.filter { !$0.isTest }
    if names.isEmpty { return known.filter(\.isLibraryOrExecutable) }
    return try names.map { name throws(UsageError) in
      guard let target = targets.first(where: { $0.name == name }) else {
        throw .unknown("There is no target \"\(name)\".", name, among: known.map(\.name))
      }
      if target.isTest {
        let tested = target.dependencies.filter { name in known.contains { $0.name == name } }
        throw UsageError(
          "\(name) is a test target. Use the target that has the protocols"
            + (tested.isEmpty ? "." : ": \(list(tested, "or"))."))
      }
      return target
    }
  }

  /// Returns the test target for the fakes of a target. It depends on the target.
  ///
  /// - Throws: A `UsageError` if there is none, or if there are several.
  package func tests(of target: Target) throws(UsageError) -> Target {
    let all = targets.filter(\.isTest)
    let direct = all.filter { $0.dependencies.contains(target.name) }
    let tests = direct.isEmpty ? all.filter { $0.modules.contains(target.module) } : direct
    if let test = tests.first(where: { $0.name == target.name + "Tests" }) { return test }
    if let test = tests.first, tests.count == 1 { return test }
    let names = tests.map(\.name)
    throw UsageError(
      (names.isEmpty
        ? "No test target with a source file depends on \(target.name)."
        : "\(list(names, "and")) depend on \(target.name), and none is named \(target.name)Tests.")
        + " Choose a folder for the fakes: --target \(target.name) --output "
        + "Tests/\(names.first ?? target.name + "Tests")/Fakes.")
  }

  /// Returns the target that has a folder.
  func target(around folder: URL) -> Target? {
    let path = folder.standardizedFileURL.path + "/"
    return targets.first { path.hasPrefix(URL(filePath: $0.folder).standardizedFileURL.path + "/") }
  }

  /// The names of the targets that isolate declarations to the main actor by default, as Package.swift says.
  var isolatedTargets: Set<String> {
    let manifest = URL(filePath: packageFolder).appending(path: "Package.swift")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
    let words = Lexer.tokens(of: text).map(\.text)
    var found: Set<String> = []
    var name = ""
    for index in words.indices.dropLast(2) {
      if words[index] == "name", words[index + 1] == ":" {
        name = String(words[index + 2].dropFirst().dropLast())
      }
      if words[index...].starts(with: ["defaultIsolation", "(", "MainActor"]) {
        found.insert(name)
      }
    }
    return found
  }
}
