// Checks the documentation that `docc` and the compiler have written.
//
// usage: Documentation reference GRAPHS…   counts what the comments of the public API document
//        Documentation surface GRAPHS…     counts the public names of modules, which have a limit
//        Documentation site SITE           joins the modules of a merged site, and checks its links and its search
import Foundation

struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Name: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
    struct Line: Decodable { let text: String }
    struct Comment: Decodable { let lines: [Line] }
    struct Fragment: Decodable { let spelling: String }
    struct Parameter: Decodable { let name: String, internalName: String? }
    struct Signature: Decodable { let parameters: [Parameter]?, returns: [Fragment]? }
    struct Position: Decodable { let line: Int }
    struct Location: Decodable { let uri: String, position: Position }

    let identifier: Name
    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let declarationFragments: [Fragment]?
    let functionSignature: Signature?
    let location: Location?
  }
  let symbols: [Symbol]
}

extension Graph.Symbol {
  var comment: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }
  var declaration: String { declarationFragments?.map(\.spelling).joined() ?? "" }
  var baseName: String { String((pathComponents.last ?? "").prefix { $0 != "(" }) }
  var parent: String { pathComponents.dropLast().joined(separator: ".") }
  var shortKind: String { kind.identifier.split(separator: ".").dropFirst().joined(separator: ".") }

  var isFunction: Bool {
    ["func", "method", "type.method", "init", "subscript", "func.op"].contains(shortKind)
  }

  /// The names of the parameters that a caller passes.
  var parameters: [String] {
    let passedByCompiler = ["fileID", "filePath", "line", "column", "function", "isolation"]
    return (functionSignature?.parameters ?? []).map { $0.internalName ?? $0.name }
      .filter { !passedByCompiler.contains($0) }
  }

  var hasResult: Bool {
    let result = functionSignature?.returns?.map(\.spelling).joined() ?? ""
    return shortKind != "init" && !["", "()", "Void", "Never"].contains(result)
  }

  /// A Boolean value that indicates whether the function itself throws, and not only what it returns or takes.
  var throwsErrors: Bool {
    var depth = 0
    var effects = ""
    for character in declaration.replacing("->", with: "→") {
      if depth == 0, character == "→" { break }
      if "([<".contains(character) { depth += 1 }
      if depth == 0 { effects.append(character) }
      if ")]>".contains(character) { depth -= 1 }
    }
    return effects.contains("throws")
  }

  var documentedParameters: Set<String> {
    let pattern = #/^\s*- (?:Parameter )?(\w+):/#.anchorsMatchLineEndings()
    return Set(comment.matches(of: pattern).map { String($0.output.1) })
  }

  /// A Boolean value that indicates whether this is what a test begins with: a function that stands alone or extends a
  /// fake, a trait, or a client, or a type that a test creates.
  var isEntryPoint: Bool {
    if ["class", "struct"].contains(shortKind) { return pathComponents.count == 1 }
    let hosts = ["", "Faked", "Trait", "NetworkClient", "FakeResponder"]
    return ["func", "method", "type.method", "type.property"].contains(shortKind)
      && hosts.contains(parent) && !["==", "hash"].contains(baseName)
  }

  var place: String {
    guard let location else { return pathComponents.joined(separator: ".") }
    let path = location.uri.split(separator: "/Sources/").last.map(String.init) ?? location.uri
    return "Sources/\(path):\(location.position.line + 1): \(pathComponents.joined(separator: "."))"
  }
}

/// A count of what is documented, and the places where something is missing.
struct Tally {
  let name: String
  var total = 0
  var missing: [String] = []

  mutating func count(_ isDocumented: Bool, _ message: @autoclosure () -> String) {
    total += 1
    if !isDocumented { missing.append(message()) }
  }

  var text: String { "\(total - missing.count) of \(total) \(name)" }
}

func read<Value: Decodable>(_ file: URL) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
}

func files(in folder: URL, withExtension wanted: String) -> [URL] {
  let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == wanted }
    .sorted { $0.path < $1.path }
}

func fail(_ messages: [String]) -> Never {
  for message in messages { print("error: \(message)") }
  exit(1)
}

/// Returns the symbols that have a place in the source code.
func declaredSymbols(in folder: URL) throws -> [Graph.Symbol] {
  var symbols: [String: Graph.Symbol] = [:]
  for file in files(in: folder, withExtension: "json") {
    let graph: Graph = try read(file)
    for symbol in graph.symbols where !symbol.identifier.precise.contains("::SYNTHESIZED") {
      symbols[symbol.identifier.precise] = symbol
    }
  }
  return symbols.values.filter { $0.location != nil }
}

/// Returns the names of a module that a user can write, such as `Faked.when`: the containers and base names of the
/// declarations whose line says `public` or `open`. Overloads share a name.
///
/// That includes what protocols of the language require, such as `==` and `description`. It leaves out the cases of enums
/// and the requirements of protocols, which belong to their type, overrides, which a superclass has declared, and
/// unavailable forms, which the compiler doesn't list.
func publicNames(of folder: URL) throws -> Set<String> {
  let module = folder.lastPathComponent
  var lines: [String: [Substring]] = [:]
  let symbols = try declaredSymbols(in: folder).filter { symbol in
    guard let location = symbol.location, location.uri.contains("/Sources/\(module)/"),
      let file = URL(string: location.uri)
    else { return false }
    if lines[location.uri] == nil {
      lines[location.uri] = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    let line = lines[location.uri]?[location.position.line] ?? ""
    return line.contains(#/\b(public|open)\b/#) && !line.contains(#/\boverride\b/#)
  }
  return Set(symbols.map { "\($0.parent).\($0.baseName)" })
}

func checkSurface(of folders: [URL]) throws {
  let most = 140
  let names = try folders.map { try publicNames(of: $0) }
  // `Faked.verify` and `Faked.when` are in two modules, but one container.
  let total = names.reduce(into: Set<String>()) { $0.formUnion($1) }.count
  print("\(total) public names (at most \(most)), without explorations")
  if total > most { fail(["there are \(total - most) public names too many"]) }
}

func missingReference(in folder: URL) throws -> [String] {
  let documented = try declaredSymbols(in: folder).sorted { $0.place < $1.place }
  var (comments, parameters) = (Tally(name: "comments"), Tally(name: "parameters"))
  var (results, errors) = (Tally(name: "results"), Tally(name: "errors"))
  for symbol in documented where symbol.isFunction {
    comments.count(!symbol.comment.isEmpty, "\(symbol.place) has no comment")
    for parameter in symbol.parameters {
      parameters.count(
        symbol.documentedParameters.contains(parameter),
        "\(symbol.place) does not document the parameter '\(parameter)'")
    }
    if symbol.hasResult {
      results.count(
        symbol.comment.contains("- Returns:"), "\(symbol.place) does not document its result")
    }
    if symbol.throwsErrors {
      errors.count(
        symbol.comment.contains("- Throws:"), "\(symbol.place) does not document its errors")
    }
  }
  // One example serves all overloads of a name.
  var entryPoints = Tally(name: "entry points with an example and a link to their article")
  let created = Set(documented.filter { $0.baseName == "init" }.map(\.parent))
  let entries = documented.filter { symbol in
    symbol.isEntryPoint && (symbol.shortKind != "struct" || created.contains(symbol.baseName))
  }
  let names = Dictionary(grouping: entries) { "\($0.parent) \($0.baseName)" }
  for (_, overloads) in names.sorted(by: { $0.key < $1.key }) {
    let comments = overloads.map(\.comment)
    let hasExample = comments.contains { $0.contains("```swift") }
    let hasLink = comments.contains { $0.contains("<doc:") }
    entryPoints.count(
      hasExample && hasLink,
      "\(overloads[0].place) has no \(hasExample ? "link to its article" : "example")")
  }
  let tallies = [comments, parameters, results, errors, entryPoints]
  print(
    "\(folder.lastPathComponent): "
      + tallies.map(\.text).joined(separator: ", "))
  return tallies.flatMap(\.missing)
}

/// Returns every string below a key of a JSON value.
func strings(below key: String, in value: Any) -> [String] {
  if let list = value as? [Any] { return list.flatMap { strings(below: key, in: $0) } }
  guard let object = value as? [String: Any] else { return [] }
  return object.flatMap { name, member in
    if name == key, let text = member as? String { return [text] }
    return strings(below: key, in: member)
  }
}

/// Joins the trees of all modules, so that the search of every page covers all of them.
///
/// The renderer shows and searches the tree below the module of the page, or the whole tree if it has no modules.
func joinModules(of folder: URL) throws {
  let file = folder.appending(path: "index/index.json")
  guard
    var index = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
    var languages = index["interfaceLanguages"] as? [String: [[String: Any]]],
    var root = languages["swift"]?.first,
    let modules = root["children"] as? [[String: Any]]
  else { fail(["\(file.path) has no modules"]) }
  let order = [
    "Faked", "FakedTesting", "FakedExplore", "FakedRecording", "FakedClients", "FakeableClients",
  ]
  root["children"] = order.map { name in
    guard var module = modules.first(where: { $0["title"] as? String == name }) else {
      fail(["\(file.path) lacks \(name)"])
    }
    module["type"] = "collection"
    return module
  }
  languages["swift"] = [root]
  index["interfaceLanguages"] = languages
  try JSONSerialization.data(withJSONObject: index).write(to: file)
}

func checkSite(_ folder: URL) throws {
  let data = folder.appending(path: "data")
  var problems: Set<String> = []
  var links = 0
  for file in files(in: data, withExtension: "json") {
    let page = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let references = (page as? [String: Any])?["references"] ?? [:]
    for link in strings(below: "url", in: references) where link.hasPrefix("/documentation") {
      links += 1
      let path = String(link.prefix { $0 != "#" })
      // The functions that a module reexports are below a protocol of another module, which has no page of its own here.
      if path.hasPrefix("/documentation/fakedexplore/faked"), path.hasSuffix("/faked") { continue }
      if !FileManager.default.fileExists(atPath: data.path + path + ".json") {
        problems.insert("\(file.lastPathComponent) links to \(path), which doesn't exist")
      }
    }
  }
  let index = try JSONSerialization.jsonObject(
    with: Data(contentsOf: folder.appending(path: "index/index.json")))
  let found = Set(strings(below: "path", in: index))
  let titles = strings(below: "title", in: index)
  let wanted = [
    "exploreOrders", "recorded", "NetworkClient", "FakeTransport", "handleCall",
    "concurrency and time",
  ]
  for word in wanted where !titles.contains(where: { $0.contains(word) }) {
    problems.insert("the search doesn't find \(word)")
  }
  for path in found where !FileManager.default.fileExists(atPath: data.path + path + ".json") {
    problems.insert("the search finds \(path), which doesn't exist")
  }
  if !problems.isEmpty { fail(problems.sorted()) }
  print("\(links) links lead to pages, and the search covers \(found.count) pages.")
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().map { URL(filePath: $0) }) {
case ("reference", let folders):
  let missing = try folders.flatMap(missingReference)
  if !missing.isEmpty { fail(missing) }
case ("surface", let folders): try checkSurface(of: folders)
case ("site", let folders):
  for folder in folders {
    try joinModules(of: folder)
    try checkSite(folder)
  }
default: fail(["usage: Documentation reference GRAPHS… | surface GRAPHS… | site SITE"])
}
