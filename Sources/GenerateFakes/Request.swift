import PackagePlugin

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
    }
  }

  let packageFolder: String
  let targets: [Target]
  let planFile: String
  var symbolGraphs: [String]?
}
