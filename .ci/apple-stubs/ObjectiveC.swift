// With this module, `canImport(ObjectiveC)` is true, as on Apple's systems.
public struct Selector: Sendable {}
