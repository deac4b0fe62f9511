import Foundation

/// The source files of a module.
package struct SourceModule: Sendable {
  package let name: String
  package let files: [URL]

  package init(name: String, files: [URL]) {
    (self.name, self.files) = (name, files)
  }

  /// Returns one module for each name.
  static func merged(_ modules: [SourceModule]) -> [SourceModule] {
    let groups = Dictionary(grouping: modules, by: \.name)
    return groups.map { SourceModule(name: $0, files: $1.flatMap(\.files)) }
      .sorted { $0.name < $1.name }
  }
}

/// A module whose files were read.
final class Module: Sendable {
  let name: String
  /// The types and aliases by their names, such as `Outer.Inner`. Branches of `#if` may declare several.
  let types: [String: [Declaration]]
  /// The extensions by the name of the extended type.
  let extensions: [String: [Declaration]]
  /// The modules that its files export.
  let exports: Set<String>

  init(_ name: String, _ declarations: [Declaration]) {
    var types: [String: [Declaration]] = [:]
    var extensions: [String: [Declaration]] = [:]
    func add(_ declarations: [Declaration]) {
      for declaration in declarations {
        declaration.module = name
        if declaration.kind == .extension {
          extensions[declaration.name, default: []].append(declaration)
        } else {
          types[declaration.name, default: []].append(declaration)
        }
        add(declaration.nested)
      }
    }
    add(declarations)
    self.name = name
    self.types = types
    self.extensions = extensions
    exports = Set(declarations.flatMap(\.file.imports.exported))
  }
}

/// The modules of one run. Modules that are only used are read when a name is not found elsewhere.
///
/// Unchecked, because the variables are only used under the lock.
final class SourceIndex: @unchecked Sendable {
  private let sources: [String: SourceModule]
  private let lock = NSLock()
  private var read: [String: Module] = [:]
  private var visible: [ObjectIdentifier: [String]] = [:]

  init(_ modules: [SourceModule]) {
    sources = Dictionary(uniqueKeysWithValues: SourceModule.merged(modules).map { ($0.name, $0) })
  }

  func hasModule(_ name: String) -> Bool { sources[name] != nil }

  /// Returns a module, which is read the first time. `nil` for a module without sources.
  func module(_ name: String) -> Module? {
    let name = Toolchain.parts[name] ?? name
    guard let source = sources[name] else { return Toolchain.modules[name] }
    return lock.withLock {
      if let module = read[name] { return module }
      let declarations = parallelMap(source.files) { url -> [Declaration] in
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
        return SourceFile.declarations(in: text, at: url)
      }
      let module = Module(name, declarations.flatMap(\.self))
      read[name] = module
      return module
    }
  }

  /// The modules that were read.
  private var modules: [Module] {
    lock.withLock { Array(read.values) }.sorted { $0.name < $1.name }
  }

  /// Returns the type with a path, unless it is private to another file.
  func type(_ path: [String], in module: String, for file: SourceFile) -> Declaration? {
    self.module(module)?.types[path.joined(separator: ".")]?
      .first { !$0.isPrivate || $0.file === file }
  }

  /// Returns the modules that the imports of a file make visible, and its own first.
  func visibleModules(of file: SourceFile, in module: String) -> [String] {
    if let known = lock.withLock({ visible[ObjectIdentifier(file)] }) { return known }
    var found = [module]
    for name in file.imports.modules.sorted() { addExports(of: name, to: &found) }
    lock.withLock { visible[ObjectIdentifier(file)] = found }
    return found
  }

  private func addExports(of name: String, to found: inout [String]) {
    if found.contains(name) { return }
    found.append(name)
    guard hasModule(name), let module = module(name) else { return }
    for name in module.exports.sorted() { addExports(of: name, to: &found) }
  }

  /// Returns a top-level type that a file sees.
  func topLevelType(_ name: String, for file: SourceFile, in module: String) -> Declaration? {
    for visible in visibleModules(of: file, in: module) {
      guard let type = type([name], in: visible, for: file) else { continue }
      if visible == module || type.access >= .package { return type }
    }
    var modules = ["Swift", "Foundation"]
    if !file.imports.modules.isDisjoint(with: ["Combine", "SwiftUI"]) { modules.append("Combine") }
    return modules.lazy.compactMap { self.type([name], in: $0, for: file) }.first
  }

  /// Returns the extensions of a type in the modules that were read.
  func extensions(of type: Declaration) -> [Declaration] {
    modules.flatMap { module -> [Declaration] in
      let found = module.extensions[type.name] ?? []
      return found.filter { found in
        module.name == type.module
          || topLevelType(type.path[0], for: found.file, in: module.name)?.module == type.module
      }
    }
  }

  /// Returns a Boolean value that indicates whether an attribute is a result builder such as `@ViewBuilder`. Fakes don't
  /// repeat it.
  func isResultBuilder(_ attribute: String, for file: SourceFile, in module: String) -> Bool {
    let name = attribute.prefix { $0 != "<" && $0 != "(" }
    if name.hasSuffix("Builder") { return true }
    let type = type(of: name, for: file, in: module)
    return type?.attributes.contains("@resultBuilder") == true
  }

  /// Returns a Boolean value that indicates whether an attribute names a global actor. An attribute that is not known
  /// is a macro, unless its name ends in `Actor`.
  func isGlobalActor(_ attribute: String, for file: SourceFile, in module: String) -> Bool {
    guard attribute.isGlobalActor, !attribute.contains("(") else { return false }
    if attribute.hasSuffix("Actor") { return true }
    let type = type(of: attribute[...], for: file, in: module)
    return type?.attributes.contains("@globalActor") == true
  }

  /// Returns the type whose name is an attribute.
  private func type(
    of attribute: Substring, for file: SourceFile, in module: String
  ) -> Declaration? {
    let path = attribute.dropFirst().split(separator: ".").map(String.init)
    guard let first = path.first, let type = topLevelType(first, for: file, in: module) else {
      return nil
    }
    return path.count == 1 ? type : self.type(path, in: type.module, for: file)
  }
}

/// Transforms each element, on all cores, and returns the results in order.
func parallelMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Result
) -> [Result] {
  let lock = NSLock()
  // Unsafe, because it is only used under the lock, and after all calls have ended.
  nonisolated(unsafe) var results: [Int: Result] = [:]
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    let result = transform(elements[index])
    lock.withLock { results[index] = result }
  }
  return elements.indices.compactMap { results[$0] }
}
