import Foundation

/// The fakes that people wrote themselves, found in the text of their files.
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

  /// Reads all Swift files of a test target, and those of what it depends on that speak of `Faked`,
  /// but for those that this command wrote.
  package init(in target: URL, and others: [URL] = []) {
    var seen: Set<String> = []
    for folder in [target] + others {
      let files = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      let paths = files?.compactMap { ($0 as? URL).map { (path: $0.path, file: $0) } } ?? []
      for (path, file) in paths.filter({ $0.path.hasSuffix(".swift") }).sorted(by: {
        $0.path < $1.path
      })
      where seen.insert(path).inserted {
        guard !FakeFile.isGenerated(at: path),
          let text = try? String(contentsOf: file, encoding: .utf8),
          folder == target || text.contains("Faked")
        else { continue }
        read(text, of: file)
      }
    }
  }

  /// The first type that conforms to `Faked` and to the protocol, or that has the name which the
  /// generated fake would have.
  package func fake(of protocol: FakeableType, called fakeName: String) -> Fake? {
    if let type = types[fakeName], type.isDeclared, type.isOutermost {
      return Fake(name: fakeName, file: type.file)
    }
    let last = `protocol`.name.split(separator: ".").last.map(String.init) ?? ""
    let names: Set = [last, `protocol`.name, `protocol`.qualifiedName]
    let match = types.filter { _, type in
      type.parents.contains("Faked") && !type.parents.isDisjoint(with: names)
    }.min { $0.key < $1.key }
    return match.map { Fake(name: $0.key, file: $0.value.file) }
  }

  private mutating func read(_ text: String, of file: URL) {
    // Code that was commented out is none.
    let lines = text.components(separatedBy: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    let code = lines.joined(separator: "\n")
    guard let pattern = HandWrittenFakes.declaration else { return }
    let whole = NSRange(code.startIndex..., in: code)
    for match in pattern.matches(in: code, range: whole) {
      func part(_ index: Int) -> String {
        Range(match.range(at: index), in: code).map { String(code[$0]) } ?? ""
      }
      let name = part(3).split(separator: ".").last.map(String.init) ?? part(3)
      var type = types[name] ?? TypeInfo(file: file)
      type.parents.formUnion(HandWrittenFakes.parents(in: part(4)))
      if part(2) != "extension" {
        if !type.isDeclared { type.file = file }
        type.isDeclared = true
        type.isOutermost = type.isOutermost || part(1).isEmpty
      }
      types[name] = type
    }
  }

  /// Margin, word, name and what it conforms to.
  private static let declaration = try? NSRegularExpression(
    pattern:
      #"^([ \t]*)(?:[^\s{}]+[ \t]+)*?(struct|class|actor|enum|extension)[ \t]+([A-Za-z_][\w.]*)"#
      + #"\s*(?:<[^>{]*>)?\s*(?::\s*([^{}]*?))?\s*(?:\bwhere\b[^{]*)?\{"#,
    options: [.anchorsMatchLines])

  /// The names in `@unchecked Sendable, Repository<User> & Faked`.
  private static func parents(in clause: String) -> [String] {
    var depth = 0
    let flat = clause.filter { letter in
      if letter == "<" { depth += 1 }
      defer { if letter == ">" { depth -= 1 } }
      return depth == 0
    }
    let parts = flat.split { $0 == "," || $0 == "&" }
    return parts.compactMap { part -> String? in
      guard let word = part.split(whereSeparator: \.isWhitespace).last else { return nil }
      return word == "Faked.Faked" ? "Faked" : String(word)
    }
  }
}

extension FakeFile {
  /// Whether this command wrote it, even if somebody changed it since.
  static func isGenerated(_ text: String) -> Bool {
    marker(of: text) != nil
  }

  /// Reads its first line alone, as most files of a test target may be generated.
  fileprivate static func isGenerated(at path: String) -> Bool {
    guard let stream = fopen(path, "r") else { return false }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 1_000)
    guard fgets(&line, Int32(line.count), stream) != nil else { return false }
    return isGenerated(
      line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
}
