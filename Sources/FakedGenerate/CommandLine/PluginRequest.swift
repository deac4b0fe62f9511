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
    package let files: [String]

    package init(
      name: String, module: String, isTest: Bool = false, isLibraryOrExecutable: Bool = true,
      folder: String, dependencies: [String] = [], modules: [String] = [], files: [String] = []
    ) {
      self.name = name
      self.module = module
      self.isTest = isTest
      self.isLibraryOrExecutable = isLibraryOrExecutable
      self.folder = folder
      self.dependencies = dependencies
      self.modules = modules
      self.files = files
    }

    var sources: SourceModule {
      SourceModule(name: module, files: files.map { URL(filePath: $0) })
    }
  }

  package let packageFolder: String
  package let targets: [Target]
  /// The targets of other packages.
  package let others: [Target]

  package init(
    packageFolder: String, targets: [Target], others: [Target] = []
  ) {
    self.packageFolder = packageFolder
    self.targets = targets
    self.others = others
  }

  /// Returns the targets with these names, or all except tests.
  ///
  /// - Throws: A `ChoiceError` for a name without a target.
  package func choose(_ names: [String]) throws(ChoiceError) -> [Target] {
    let known = targets.filter { !$0.isTest }
    if names.isEmpty { return known.filter(\.isLibraryOrExecutable) }
    var chosen: [Target] = []
    for name in names {
      guard let target = targets.first(where: { $0.name == name }) else {
        throw .noTarget(name, known: known.map(\.name))
      }
      if target.isTest {
        let tested = target.dependencies.filter { name in known.contains { $0.name == name } }
        throw .isTest(name, tests: tested)
      }
      chosen.append(target)
    }
    return chosen
  }

  /// Returns the test target for the fakes of a target. It depends on the target.
  ///
  /// - Throws: A `ChoiceError` if there is none, or if there are several.
  package func tests(of target: Target) throws(ChoiceError) -> Target {
    let all = targets.filter(\.isTest)
    let direct = all.filter { $0.dependencies.contains(target.name) }
    let tests = direct.isEmpty ? all.filter { $0.modules.contains(target.module) } : direct
    if let test = tests.first(where: { $0.name == target.name + "Tests" }) { return test }
    if let test = tests.first, tests.count == 1 { return test }
    throw .noSingleTestTarget(of: target.name, tests.map(\.name))
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

/// A target, protocol, or folder that does not exist or cannot be used.
package enum ChoiceError: Error, Equatable, CustomStringConvertible {
  case noTarget(String, known: [String])
  case isTest(String, tests: [String])
  /// A protocol or class that doesn't exist, with the option that names it.
  case noType(String, Option, in: [String], known: [FakeableType])
  case noSingleTestTarget(of: String, [String])
  case outside(String, package: String)
  case isFile(String)
  case noSources(String)

  package var description: String {
    switch self {
    case .noTarget(let name, let known):
      return "There is no target \"\(name)\". " + Self.proposal(name, known, "targets")
    case .isTest(let name, let tests):
      return "\(name) is a test target. Use the target that has the protocols"
        + (tests.isEmpty ? "." : ": \(list(tests, "or")).")
    case .noType(let name, let option, let modules, let known):
      let isQualified = name.contains(".")
      // Two modules may have protocols with one name.
      let names = known.map { isQualified ? $0.qualifiedName : $0.name }
        .reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }
      let place = isQualified ? "" : " in \(list(modules, "or"))"
      let (what, plural) = option == .class ? ("class", "classes") : ("protocol", "protocols")
      return (option == .except ? "--except \(name) has no effect. " : "")
        + "There is no \(what) \"\(name)\"\(place). " + Self.proposal(name, names, plural)
    case .noSingleTestTarget(let target, let tests):
      return
        (tests.isEmpty
        ? "No test target with a source file depends on \(target)."
        : "\(list(tests, "and")) depend on \(target), and none is named \(target)Tests.")
        + " Choose a folder for the fakes: --target \(target) --output "
        + "Tests/\(tests.first ?? target + "Tests")/Fakes."
    case .outside(let path, let package):
      return
        "--output \(path) is outside of the package \(package), and a plugin cannot write there. "
        + "Use a folder of a test target, such as --output Tests/MailTests/Fakes, or use "
        + "faked-generate, which can write anywhere."
    case .isFile(let path): return "--output \(path) is a file. Use a folder."
    case .noSources(let path):
      return "There are no Swift files in \"\(path)\". Name the folder of a module, such as "
        + "Sources/Mail, or its Swift files."
    }
  }

  private static func proposal(_ name: String, _ known: [String], _ what: String) -> String {
    let near = nearestNames(to: name, among: known)
    if !near.isEmpty { return "Did you mean \(list(near, "or"))?" }
    if known.isEmpty { return "There are no \(what)." }
    let shown = known.count > 20 ? known.prefix(20) + ["\(known.count - 20) more"] : known[...]
    return "The \(what) are \(list(Array(shown), "and"))."
  }
}
