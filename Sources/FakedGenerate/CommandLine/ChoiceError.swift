/// A target, protocol, or folder that does not exist or cannot be used.
package enum ChoiceError: Error, Equatable, CustomStringConvertible {
  case noTarget(String, known: [String])
  case isTest(String, tests: [String])
  case noProtocol(String, in: [String], known: [FakeableType])
  case noException(String, in: [String], known: [FakeableType])
  case noClass(String, in: [String], known: [FakeableType])
  case noSingleTestTarget(of: String, [String])
  case outside(String, package: String)
  case isFile(String)
  case noSymbolGraphs(String)

  package var description: String {
    switch self {
    case .noTarget(let name, let known):
      "There is no target \"\(name)\". " + Self.proposal(name, known, "targets")
    case .isTest(let name, let tests):
      "\(name) is a test target. Use the target that has the protocols"
        + (tests.isEmpty ? "." : ": \(list(tests, "or")).")
    case .noProtocol(let name, let modules, let known):
      Self.text(ofMissing: "protocol", name, modules, known)
    case .noException(let name, let modules, let known):
      "--except \(name) has no effect. "
        + Self.text(ofMissing: "protocol", name, modules, known)
    case .noClass(let name, let modules, let known):
      Self.text(ofMissing: "class", name, modules, known)
    case .noSingleTestTarget(let target, let tests):
      (tests.isEmpty
        ? "No test target with a source file depends on \(target)."
        : "\(list(tests, "and")) depend on \(target), and none is named \(target)Tests.")
        + " Choose a folder for the fakes: --target \(target) --output "
        + "Tests/\(tests.first ?? target + "Tests")/Fakes."
    case .outside(let path, let package):
      "--output \(path) is outside of the package \(package), and a plugin cannot write there. "
        + "Use a folder of a test target, such as --output Tests/MailTests/Fakes, or use "
        + "faked-generate, which can write anywhere."
    case .isFile(let path): "--output \(path) is a file. Use a folder."
    case .noSymbolGraphs(let path):
      "There are no .symbols.json files in \"\(path)\". Create them with swift symbolgraph-extract "
        + "-module-name NAME -I FOLDER -target TRIPLE -output-dir \(path) "
        + "-minimum-access-level private."
    }
  }

  private static func proposal(_ name: String, _ known: [String], _ what: String) -> String {
    let near = nearestNames(to: name, among: known)
    if !near.isEmpty { return "Did you mean \(list(near, "or"))?" }
    if known.isEmpty { return "There are no \(what)." }
    let shown = known.count > 20 ? known.prefix(20) + ["\(known.count - 20) more"] : known[...]
    return "The \(what) are \(list(Array(shown), "and"))."
  }

  private static func text(
    ofMissing what: String, _ name: String, _ modules: [String], _ known: [FakeableType]
  ) -> String {
    let isQualified = name.contains(".")
    // Two modules may have protocols with one name.
    let names = known.map { isQualified ? $0.qualifiedName : $0.name }
      .reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }
    let place = isQualified ? "" : " in \(list(modules, "or"))"
    return "There is no \(what) \"\(name)\"\(place). "
      + proposal(name, names, what + (what == "class" ? "es" : "s"))
  }
}
