import Foundation

/// What stands before the declaration of a fake: imports and availability.
enum FakeHeader {
  /// The imports of the files that the requirements come from, their modules and `Faked`.
  static func imports(
    for model: ProtocolModel, in graphs: SymbolGraphs, sources: SourceFiles
  ) -> String {
    var imports = SourceImports()
    imports.add("import Faked")
    var testable: [String] = []
    for symbol in model.declaredIn {
      let module = graphs.module(of: symbol)
      if symbol.access == "internal" {
        if !testable.contains(module) { testable.append(module) }
      } else {
        imports.add("import \(module)")
      }
      if let file = symbol.file { imports.add(sources.imports(of: file)) }
    }
    let plain = imports.plain.filter { line in
      !testable.contains { line == "import \($0)" }
    }
    let blocks = [
      plain.filter { !isDeclaration($0) }.sorted { key($0) < key($1) },
      plain.filter(isDeclaration).sorted { key($0) < key($1) },
      testable.sorted().map { "@testable import \($0)" },
    ]
    let text = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
    return (text + imports.conditional.sorted().map { $0 + "\n" }).joined(separator: "\n")
  }

  /// `import struct Foundation.Date`
  private static func isDeclaration(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import") else { return false }
    return words.count > place + 2
  }

  private static func key(_ line: String) -> String {
    line.components(separatedBy: "import ").last ?? line
  }

  /// The attributes of the fake: a requirement that comes later makes the whole fake come later, as
  /// a stored ID cannot.
  static func availability(for model: ProtocolModel) -> [String] {
    var latest: [String: SymbolGraph.Version] = [:]
    for entry in model.symbol.availability + model.requirements.flatMap(\.availability) {
      guard let domain = entry.domain, let version = entry.introduced else { continue }
      if let known = latest[domain], !(known < version) { continue }
      latest[domain] = version
    }
    var lines: [String] = []
    if !latest.isEmpty {
      let versions = latest.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.short)" }
      lines.append("@available(" + (versions + ["*"]).joined(separator: ", ") + ")")
    }
    for entry in model.symbol.availability where entry.isUnconditionallyDeprecated == true {
      let message = entry.message.map { ", message: \"\($0)\"" } ?? ""
      lines.append("@available(*, deprecated\(message))")
    }
    return lines
  }
}

extension SymbolGraph.Version {
  static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor ?? 0, left.patch ?? 0)
      < (right.major, right.minor ?? 0, right.patch ?? 0)
  }

  /// `14` or `14.2`
  fileprivate var short: String {
    if let patch, patch > 0 { return text }
    return (minor ?? 0) > 0 ? "\(major).\(minor ?? 0)" : "\(major)"
  }
}
