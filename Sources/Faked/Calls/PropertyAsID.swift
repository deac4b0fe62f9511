// A `String` property of a fake has the type of an ID, so the compiler accepts it instead of its getter's ID.
extension Faked {
  /// Returns the name of a function, and fails the test if the key path is a property whose getter calls the fake.
  ///
  /// A stored property can't be distinguished from an ID.
  @usableFromInline
  package func name(
    of id: KeyPath<Self, some CustomStringConvertible>, at site: SourceLine
  ) -> String {
    let latest = instance.state.latestIndex
    let name = self[keyPath: id].description
    guard instance.state.latestIndex > latest else { return name }
    let newest = instance.state.map { ($0.label, $0.anyRecords(last: 1)) }
    let getter = newest.first { _, records in
      records().contains { $0.index > latest && $0.arguments.isEmpty && $0.hasReturned(name) }
    }
    if let (label, _) = getter {
      let id = idPath(of: label.name, in: self, isTyped: true)
      let failure = FakeFailure.propertyAsID(label, id: id)
      TestScope.report(failure.message, at: site, to: .ofTask ?? instance.state.scope)
    }
    return name
  }
}

extension CallRecord<[Any?], Any?> {
  fileprivate func hasReturned(_ name: String) -> Bool {
    if case .returned(let value as String) = outcome { value == name } else { false }
  }
}
