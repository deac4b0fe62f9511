import Foundation

/// The hand-written fakes in the source files of tests.
package struct HandWrittenFakes: Sendable {
  package struct Fake: Equatable, Sendable {
    package let name: String
    package let file: URL
  }

  private struct Info {
    var parents: Set<String> = []
    var file: URL
    var isDeclared = false
    var isOutermost = false
  }

  private var types: [String: Info] = [:]

  /// Reads the Swift files of a test target, and those files of its dependencies that mention `Faked`.
  package init(in target: URL, and others: [URL] = []) {
    var seen: Set<String> = []
    for folder in [target] + others {
      for file in swiftFiles(at: folder) where seen.insert(file.path).inserted {
        guard let text = try? String(contentsOf: file, encoding: .utf8),
          FakeFile(text).marker == nil,
          folder == target || text.utf8.contains(UInt8(ascii: "F")) && text.contains("Faked")
        else { continue }
        read(
          SourceFile(text, name: file.lastPathComponent).declarations, of: file, isOutermost: true)
      }
    }
  }

  private mutating func read(_ declarations: [Declaration], of file: URL, isOutermost: Bool) {
    for declaration in declarations where ![.typealias, .protocol].contains(declaration.kind) {
      let name = declaration.path.last ?? ""
      var info = types[name] ?? Info(file: file)
      info.parents.formUnion(declaration.inherited.flatMap(\.members).map(\.nameOfParent))
      if declaration.kind != .extension {
        if !info.isDeclared { info.file = file }
        info.isDeclared = true
        info.isOutermost = info.isOutermost || isOutermost
      }
      types[name] = info
      read(declaration.nested, of: file, isOutermost: false)
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
}

extension SwiftType {
  /// The name without arguments: `Repository` for `Repository<User>`.
  fileprivate var nameOfParent: String {
    guard case .named(let parts) = self else { return "" }
    let name = parts.map(\.name).joined(separator: ".")
    return name == "Faked.Faked" ? "Faked" : name
  }
}
