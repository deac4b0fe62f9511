import Foundation

/// The facts about a package that the plugin writes into a file for the tool.
///
/// The plugin has the same declaration, because a plugin cannot import a module.
package struct PluginRequest: Codable, Equatable, Sendable {
  package struct Target: Codable, Equatable, Sendable {
    package let name: String
    package let module: String
    package let isTest: Bool
    package let isLibraryOrExecutable: Bool
    package let folder: String
    /// The targets of the package that it depends on directly.
    package let dependencies: [String]
    /// All modules that it can import, including those of other packages.
    package let modules: [String]
    /// The compilation flags that are set.
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
  /// The file for the names of the targets or modules whose symbol graphs the tool needs.
  package let planFile: String
  /// The folders with the symbol graphs. If it is `nil`, the tool writes the plan.
  package let symbolGraphs: [String]?
  /// A Boolean value that indicates whether the tool may ask for modules of other packages.
  package let takesSecondPlan: Bool
  /// A Boolean value that indicates whether the plugin cannot write, so that it only checks.
  package let isReadOnly: Bool

  package init(
    packageFolder: String, targets: [Target], planFile: String, symbolGraphs: [String]?,
    takesSecondPlan: Bool = false, isReadOnly: Bool = false
  ) {
    self.isReadOnly = isReadOnly
    self.takesSecondPlan = takesSecondPlan
    self.packageFolder = packageFolder
    self.targets = targets
    self.planFile = planFile
    self.symbolGraphs = symbolGraphs
  }

  /// Returns the flags that either a module or the tests have, but not both, by module.
  func flagsUnshared(with tests: Target) -> [String: Set<String>] {
    targets.reduce(into: [:]) { $0[$1.module] = Set($1.flags).symmetricDifference(tests.flags) }
  }

  /// Returns the target that has a folder.
  package func target(around folder: URL) -> Target? {
    let path = folder.standardizedFileURL.path + "/"
    return targets.first { path.hasPrefix(URL(filePath: $0.folder).standardizedFileURL.path + "/") }
  }
}
