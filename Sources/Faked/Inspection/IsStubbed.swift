extension Faked {
  /// Whether `id` has a stub, or a chain was begun for it: for fakes with a behavior of their own.
  public func isStubbed(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    isStubbed(self[keyPath: id].description)
  }

  /// Whether the function of that name has a stub, or a chain was begun for it.
  public func isStubbed(_ name: String) -> Bool {
    instance.state.withLock { state in
      state.functions.contains { $0.name == name && $0.isStubbed }
    }
  }
}
