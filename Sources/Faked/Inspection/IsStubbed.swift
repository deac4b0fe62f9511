extension Faked {
  /// Returns a Boolean value that indicates whether a function has a stub or an unfinished chain.
  ///
  /// Use it in a fake with a behavior of its own.
  ///
  /// ```swift
  /// if !library.isStubbed(\.find) { library.when(\.find).thenReturn([]) }
  /// ```
  ///
  /// See <doc:WritingFakes>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: `true` if the function has a stub or an unfinished chain.
  public func isStubbed(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    let name = self[keyPath: id].description
    return instance.state.map(named: name, \.isStubbed).contains(true)
  }
}
