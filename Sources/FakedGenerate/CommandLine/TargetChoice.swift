/// The targets of a package that a command line chooses.
package struct TargetChoice: Sendable {
  package let request: PluginRequest
  package let chosen: [PluginRequest.Target]

  /// Chooses targets by name, or all except tests.
  ///
  /// - Throws: A `ChoiceError` for a name without a target.
  package init(_ names: [String], in request: PluginRequest) throws(ChoiceError) {
    self.request = request
    let known = request.targets.filter { !$0.isTest }
    guard !names.isEmpty else {
      chosen = known.filter(\.isLibraryOrExecutable)
      return
    }
    var chosen: [PluginRequest.Target] = []
    for name in names {
      guard let target = request.targets.first(where: { $0.name == name }) else {
        throw .noTarget(name, known: known.map(\.name))
      }
      if target.isTest {
        let tested = target.dependencies.filter { name in known.contains { $0.name == name } }
        throw .isTest(name, tests: tested)
      }
      chosen.append(target)
    }
    self.chosen = chosen
  }

  /// The chosen targets and those that they depend on, whose symbol graphs are needed.
  package var needed: [PluginRequest.Target] {
    var needed: [PluginRequest.Target] = []
    var known: Set<String> = []
    func add(_ target: PluginRequest.Target) {
      guard known.insert(target.name).inserted else { return }
      for name in target.dependencies {
        if let dependency = request.targets.first(where: { $0.name == name }) { add(dependency) }
      }
      needed.append(target)
    }
    for target in chosen { add(target) }
    return needed
  }

  package var testTargets: [PluginRequest.Target] { request.targets.filter(\.isTest) }

  /// Returns the test target for the fakes of a target. It depends on the target.
  ///
  /// - Throws: A `ChoiceError` if there is none, or if there are several.
  package func tests(of target: PluginRequest.Target) throws(ChoiceError) -> PluginRequest.Target {
    let direct = testTargets.filter { $0.dependencies.contains(target.name) }
    let tests =
      direct.isEmpty ? testTargets.filter { $0.modules.contains(target.module) } : direct
    if let test = tests.first(where: { $0.name == target.name + "Tests" }) { return test }
    if let test = tests.first, tests.count == 1 { return test }
    throw .noSingleTestTarget(of: target.name, tests.map(\.name))
  }
}
