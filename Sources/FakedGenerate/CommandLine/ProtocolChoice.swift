/// The protocols of some modules that are asked for.
package struct ProtocolChoice: Sendable {
  package let chosen: [FakeableType]
  /// Those that are left out on purpose.
  package let excepted: [FakeableType]

  /// Finds protocols by name, or takes all that a test can see; throws for a name that none has.
  package init(
    _ names: [String], except exceptions: [String] = [], among all: [FakeableType],
    of modules: [String]
  ) throws(ChoiceError) {
    var chosen: Set<FakeableType> = []
    for name in names {
      let found = all.filter { $0.isMeant(by: name) }
      if found.isEmpty { throw .noProtocol(name, in: modules, known: all) }
      chosen.formUnion(found)
    }
    var excepted: Set<FakeableType> = []
    for name in exceptions {
      let found = all.filter { $0.isMeant(by: name) || $0.module == name }
      if found.isEmpty, !modules.contains(name) {
        throw .noException(name, in: modules, known: all)
      }
      excepted.formUnion(found)
    }
    let wanted = all.filter { names.isEmpty ? !$0.isPrivate : chosen.contains($0) }
    self.chosen = wanted.filter { !excepted.contains($0) }
    self.excepted = wanted.filter(excepted.contains)
  }
}

extension FakeableType {
  package var qualifiedName: String { "\(module).\(name)" }

  /// Whether a person means it by `Inner`, `Outer.Inner` or `Module.Outer.Inner`.
  func isMeant(by text: String) -> Bool { ".\(qualifiedName)".hasSuffix(".\(text)") }
}
