import Foundation

/// The hand-written fakes in the source files of tests.
package struct HandWrittenFakes: Sendable {
  package struct Fake: Equatable, Sendable {
    package let name: String
    package let file: URL
  }

  private struct TypeInfo {
    var parents: Set<String> = []
    var file: URL
    var isDeclared = false
    var isOutermost = false
  }

  private var types: [String: TypeInfo] = [:]
  /// The files of the test target.
  private var filesByName: [String: [URL]] = [:]

  /// Reads the Swift files of a test target, and those files of its dependencies that mention `Faked`.
  package init(in target: URL, and others: [URL] = []) {
    var seen: Set<String> = []
    for folder in [target] + others {
      let files = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      let paths = files?.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".swift") } ?? []
      for path in paths.sorted() where seen.insert(path).inserted {
        if folder == target {
          let file = URL(filePath: path)
          filesByName[file.lastPathComponent, default: []].append(file)
        }
        guard !FakeFile.isGenerated(at: path),
          let text = try? String(contentsOfFile: path, encoding: .utf8),
          folder == target || text.contains("Faked")
        else { continue }
        read(SourceLexer.tokens(of: text), of: URL(filePath: path))
      }
    }
  }

  /// Returns the type that has the name of the generated fake. Otherwise, returns the first type that conforms to
  /// `Faked` and to the protocol.
  package func fake(of type: FakeableType) -> Fake? {
    if let info = types[type.fakeName], info.isDeclared, info.isOutermost {
      return Fake(name: type.fakeName, file: info.file)
    }
    let last = type.name.split(separator: ".").last.map(String.init) ?? ""
    let names: Set = [last, type.name, type.qualifiedName]
    let match = types.filter { _, info in
      info.parents.contains("Faked") && !info.parents.isDisjoint(with: names)
    }.min { $0.key < $1.key }
    return match.map { Fake(name: $0.key, file: $0.value.file) }
  }

  /// Returns another file of the test target with the same name. A module cannot have both.
  package func namesake(of file: URL) -> URL? {
    filesByName[file.lastPathComponent]?.first {
      $0.resolvingSymlinksInPath() != file.resolvingSymlinksInPath()
    }
  }

  private static let keywords: Set = ["struct", "class", "actor", "enum", "extension"]

  private mutating func read(_ tokens: [SourceLexer.Token], of file: URL) {
    var depth = 0
    for index in tokens.indices {
      let text = tokens[index].text
      if text == "{" { depth += 1 }
      if text == "}" { depth -= 1 }
      guard Self.keywords.contains(text), index == 0 || tokens[index - 1].text != ".",
        index + 1 < tokens.count,
        let brace = tokens[index...].firstIndex(where: { "{};".contains($0.text) }),
        tokens[brace].text == "{"
      else { continue }
      let head = tokens[(index + 1)..<brace].map(\.text)
      let name = head.prefix { $0 != "<" && $0 != ":" && $0 != "where" }.last ?? ""
      guard name.first.map({ $0.isLetter || $0 == "_" }) == true else { continue }
      var info = types[name] ?? TypeInfo(file: file)
      info.parents.formUnion(Self.parents(in: head))
      if text != "extension" {
        if !info.isDeclared { info.file = file }
        info.isDeclared = true
        info.isOutermost = info.isOutermost || depth == 0
      }
      types[name] = info
    }
  }

  /// Returns the names in an inheritance clause such as `: @unchecked Sendable, Repository<User> & Faked`.
  private static func parents(in head: [String]) -> [String] {
    var depth = 0
    let flat = head.filter { text in
      if text == "<" { depth += 1 }
      defer { if text == ">" { depth -= 1 } }
      return depth == 0
    }
    guard let colon = flat.firstIndex(of: ":") else { return [] }
    return flat[(colon + 1)...].prefix { $0 != "where" }.split { $0 == "," || $0 == "&" }
      .map { parent in
        // Attributes and words such as `@unchecked` precede the name.
        var words = Array(parent)
        while let first = words.first, words.count > 1, words[1] != "." {
          words.removeFirst(first == "@" ? 2 : 1)
        }
        return words == ["Faked", ".", "Faked"] ? "Faked" : words.joined()
      }
  }
}

extension FakeFile {
  /// Returns a Boolean value that indicates whether this command wrote the text, even if a person changed it.
  static func isGenerated(_ text: String) -> Bool { marker(of: text) != nil }

  /// Reads only the first line, because most files of a test target may be generated.
  fileprivate static func isGenerated(at path: String) -> Bool {
    guard let stream = fopen(path, "r") else { return false }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 1_000)
    guard fgets(&line, Int32(line.count), stream) != nil else { return false }
    return isGenerated(
      line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
}
