/// The protocols that a command line chooses.
package struct ProtocolChoice: Sendable {
  package let chosen: [FakeableType]
  /// The protocols that `--except` leaves out.
  package let excepted: [FakeableType]

  /// Chooses protocols by name, or all that a test can see.
  ///
  /// - Throws: A `ChoiceError` for a name without a protocol.
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
