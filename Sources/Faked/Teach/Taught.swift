extension Faked {
  /// Whether a behavior was taught for `id`, or a chain begun.
  package func isTaught<Signature>(_ id: KeyPath<Self, FunctionID<Signature>>) -> Bool {
    isTaught(self[keyPath: id].name)
  }

  /// Whether a behavior was taught for the property `id`, or a chain begun.
  package func isTaught(_ id: KeyPath<Self, String>) -> Bool { isTaught(self[keyPath: id]) }

  private func isTaught(_ name: String) -> Bool {
    instance.functions.withLock { table in
      table.functions.contains { function in
        function.name == name && (!function.taught.isEmpty || function.unfinished != nil)
      }
    }
  }
}
