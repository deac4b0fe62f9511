/// The protocols of some modules that are asked for.
package struct ProtocolChoice: Sendable {
  package let chosen: [ProtocolName]

  /// Finds protocols by name, or takes all; throws for a name that none has.
  package init(
    _ names: [String], among all: [ProtocolName], of modules: [String]
  ) throws(ChoiceError) {
    var chosen: Set<ProtocolName> = []
    for name in names {
      let found = all.filter { $0.isMeant(by: name) }
      if found.isEmpty { throw .noProtocol(name, in: modules, known: all) }
      chosen.formUnion(found)
    }
    self.chosen = names.isEmpty ? all : all.filter(chosen.contains)
  }
}

extension ProtocolName {
  package var qualifiedName: String { "\(module).\(name)" }

  /// Whether a person means it by `Inner`, `Outer.Inner` or `Module.Outer.Inner`.
  func isMeant(by text: String) -> Bool { ".\(qualifiedName)".hasSuffix(".\(text)") }
}
