extension Faked {
  /// Returns a Boolean value that indicates whether a function has a stub or an unfinished chain.
  package func isStubbed(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    let name = self[keyPath: id].description
    return instance.state.map(named: name, \.isStubbed).contains(true)
  }
}
