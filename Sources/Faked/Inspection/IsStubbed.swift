extension Faked {
  /// Whether `id` has a stub, or a chain was begun for it: for fakes with a behavior of their own.
  public func isStubbed(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    let name = self[keyPath: id].description
    return instance.state.map(named: name, \.isStubbed).contains(true)
  }
}
