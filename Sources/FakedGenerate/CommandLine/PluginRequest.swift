import Foundation

/// What the command plugin tells the tool, in a file: it knows the package, and decides nothing.
///
/// The plugin has the same declaration; a plugin cannot import a module.
package struct PluginRequest: Codable, Equatable, Sendable {
  package struct Target: Codable, Equatable, Sendable {
    package let name: String
    package let module: String
    package let isTest: Bool
    package let isLibraryOrExecutable: Bool
    package let folder: String
    /// The targets of the package that it depends on directly.
    package let dependencies: [String]
    /// All modules that it can import, those of other packages included.
    package let modules: [String]
    /// The flags that `#if` finds set in it.
    package let flags: [String]

    package init(
      name: String, module: String, isTest: Bool = false, isLibraryOrExecutable: Bool = true,
      folder: String, dependencies: [String] = [], modules: [String] = [], flags: [String] = []
    ) {
      self.name = name
      self.module = module
      self.isTest = isTest
      self.isLibraryOrExecutable = isLibraryOrExecutable
      self.folder = folder
      self.dependencies = dependencies
      self.modules = modules
      self.flags = flags
    }
  }

  package let packageFolder: String
  package let targets: [Target]
  /// Where the tool puts the names of the targets or modules whose symbol graphs it needs.
  package let planFile: String
  /// The folders with the symbol graphs, once they are made; until then, the tool makes the plan.
  package let symbolGraphs: [String]?
  /// Whether the tool may ask for the symbol graphs of modules of other packages.
  package let takesSecondPlan: Bool?

  package init(
    packageFolder: String, targets: [Target], planFile: String, symbolGraphs: [String]?,
    takesSecondPlan: Bool = false
  ) {
    self.takesSecondPlan = takesSecondPlan
    self.packageFolder = packageFolder
    self.targets = targets
    self.planFile = planFile
    self.symbolGraphs = symbolGraphs
  }

  /// The flags of each module that the tests do not have, and those that only the tests have.
  func flagsUnshared(with tests: Target) -> [String: Set<String>] {
    targets.reduce(into: [:]) { $0[$1.module] = Set($1.flags).symmetricDifference(tests.flags) }
  }

  /// The target that a folder is in.
  package func target(around folder: URL) -> Target? {
    let path = folder.standardizedFileURL.path + "/"
    return targets.first { path.hasPrefix(URL(filePath: $0.folder).standardizedFileURL.path + "/") }
  }
}
