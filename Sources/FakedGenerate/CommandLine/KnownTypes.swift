/// The types of the modules that a run reads.
package struct KnownTypes: Sendable {
  private let modules: Set<String>
  private let names: Set<String>

  /// Creates the types.
  ///
  /// - Parameters:
  ///   - modules: The modules that the run reads.
  ///   - names: The full names of all types, including those that the run does not fake.
  package init(in modules: Set<String> = [], names: Set<String> = []) {
    self.modules = modules
    self.names = names
  }

  /// Returns a Boolean value that indicates whether a module that the run reads no longer has a type.
  func lack(_ name: String) -> Bool {
    modules.contains(String(name.prefix { $0 != "." })) && !names.contains(name)
  }
}
