// The rules for turning a page into a source of tests:
// - Blocks of declarations belong to the whole page.
// - All other blocks under one heading form one test, in order. A block that declares a name again begins
//   another test. `// => 5` after an expression or a
//   `print` states its result, and `// => throws E.full` states the error that it throws.
// - `setup` puts a block before every test of the page.
// - `main-actor` runs the test on the main actor.
// - `compile-only` compiles a block in its own scope, and does not run it.
// - `fails=MailTests.swift:8` is a test that fails, as if it were at that line of that file. It runs when a
//   test of the documentation needs its output.
// - `at=Outbox.swift:1` is code as if it were at that line of that file.
// - `shared` puts declarations at the top level, which extensions and XCTest require.
// Each block of a documentation comment is compiled in its own scope, with the fakes of `Examples`.
extension Page {
  /// The source that compiles the examples in the documentation comments of a source file.
  public func exampleSource(root: String) -> String {
    var file = Self.imports + ["extension Examples {"]
    let module = path.split(separator: "/").dropFirst().first ?? ""
    for block in blocks where block.language == "swift" {
      let name = "\(module)\(self.name)\(block.line)"
      file += block.compiledOnly(named: name, at: location(of: block, root: root))
    }
    return (file + ["}", ""]).joined(separator: "\n")
  }

  /// The source that compiles the page and runs the blocks that state results.
  public func testSource(root: String) -> String {
    var file: [String] = []
    var members: [String] = []
    let code = blocks.filter { $0.language == "swift" && !$0.isManifest }
    let setup = code.filter { $0.has("setup") }
    for block in code where !block.has("setup") {
      let place = location(of: block, root: root)
      if block.has("shared") {
        file += place + block.code + ["#sourceLocation()"]
      } else if block.has("compile-only") {
        members += block.compiledOnly(named: "Line\(block.line)", at: place)
      } else if block.value(of: "fails") != nil {
        members += ["  @Suite(.enabled(if: failuresAreWanted)) struct Failing\(block.line) {"]
        members += place + block.code + ["#sourceLocation()", "  }"]
      } else if block.isDeclaration {
        members += place + block.code + ["#sourceLocation()"]
      }
    }
    for blocks in tests(of: code.filter { $0.isTest }) {
      let actor = blocks.contains { $0.has("main-actor") } ? "@MainActor " : ""
      members += ["  \(actor)@Test func line\(blocks[0].line)() async throws {"]
      for block in setup + blocks {
        members += location(of: block, root: root) + block.statements + ["#sourceLocation()"]
        if block.has("setup") { members += block.names.map { "    _ = \($0)" } }
      }
      members += ["  }"]
    }
    let name = String(self.name.filter { $0.isLetter || $0.isNumber })
    return (Self.imports + file + ["struct \(name)Page {"] + members + ["}", ""]).joined(
      separator: "\n")
  }

  private static var imports: [String] {
    [
      "FakeableClients", "FakedClients", "FakedExplore", "FakedRecording", "Foundation", "Testing",
      "XCTest",
    ].map { "import \($0)" }
  }

  /// The blocks of each test: those under one heading, until one declares a name again.
  private func tests(of blocks: [Block]) -> [[Block]] {
    var tests: [[Block]] = []
    var names: Set<String> = []
    for block in blocks {
      if tests.last?[0].section == block.section, names.isDisjoint(with: block.names) {
        tests[tests.count - 1].append(block)
      } else {
        tests.append([block])
        names = []
      }
      names.formUnion(block.names)
    }
    return tests
  }

  private func location(of block: Block, root: String) -> [String] {
    let place = block.value(of: "fails") ?? block.value(of: "at")
    let parts = place.map { $0.split(separator: ":").map(String.init) } ?? []
    let file = parts.first ?? "\(root)/\(path)"
    let line = parts.last.flatMap(Int.init) ?? block.line + 1
    return ["#sourceLocation(file: \"\(file)\", line: \(line))"]
  }
}

extension Block {
  /// A Boolean value that indicates whether the block is part of a test.
  fileprivate var isTest: Bool {
    !isDeclaration && !["setup", "compile-only", "shared"].contains(where: has)
      && value(of: "fails") == nil
  }

  /// The lines without imports, which are at the top of the source.
  fileprivate var code: [String] {
    lines.map { line in
      let isImport = line.hasPrefix("import ") || line.hasPrefix("@testable import ")
      return isImport ? "" : line
    }
  }

  /// The lines, with checks of the results that they state.
  fileprivate var statements: [String] { code.map(checked) }

  fileprivate func compiledOnly(named name: String, at place: [String]) -> [String] {
    let head =
      isDeclaration
      ? "@Suite(.disabled(\"It is only compiled.\")) struct \(name)"
      : "func run\(name)() async throws"
    let constants = names.filter { !text.contains("async let \($0)") }
    let uses = isDeclaration ? [] : constants.map { "    _ = \($0)" }
    let body = isDeclaration ? code : statements
    return [["  \(head) {"], place, body, ["#sourceLocation()"], uses, ["  }"]].flatMap { $0 }
  }

  /// The names that its statements declare.
  fileprivate var names: [String] {
    lines.compactMap { line in
      line.firstMatch(of: #/^(?:async |weak )?(?:let|var) (\w+)/#).map { String($0.output.1) }
    }
  }

  private func checked(_ line: String) -> String {
    guard let mark = line.range(of: "  // => ") else { return line }
    let indentation = line.prefix { $0 == " " }
    let expression = line[..<mark.lowerBound].drop { $0 == " " }
    let claim = "##\"\(line[mark.upperBound...])\"##"
    if line[mark.upperBound...].hasPrefix("throws ") {
      return "\(indentation)do { returned(\(expression), instead: \(claim)) } "
        + "catch { threw(error, as: \(claim)) }"
    }
    guard expression.hasPrefix("print("), expression.hasSuffix(")") else {
      return "\(indentation)returned(\(expression), as: \(claim))"
    }
    return "\(indentation)printed(\(expression.dropFirst(6).dropLast()), as: \(claim))"
  }
}
