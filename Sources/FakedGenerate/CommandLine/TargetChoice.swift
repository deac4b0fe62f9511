/// The targets of a package whose protocols are asked for.
package struct TargetChoice: Sendable {
  package let request: PluginRequest
  package let chosen: [PluginRequest.Target]

  /// Finds the targets by name, or takes all that are no tests; throws for a name that is of none.
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

  /// The targets whose symbol graphs are needed: also those that protocols may inherit from.
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

  /// The one test target that fakes of the target belong to: one that depends on it, or else one
  /// that depends on what depends on it.
  package func tests(of target: PluginRequest.Target) throws(ChoiceError) -> PluginRequest.Target {
    let direct = testTargets.filter { $0.dependencies.contains(target.name) }
    let tests =
      direct.isEmpty ? testTargets.filter { $0.modules.contains(target.module) } : direct
    if let test = tests.first(where: { $0.name == target.name + "Tests" }) { return test }
    if let test = tests.first, tests.count == 1 { return test }
    throw .noSingleTestTarget(of: target.name, tests.map(\.name))
  }
}
