// This module makes `canImport(ObjectiveC)` true, as on Apple's systems.
public struct Selector: Sendable {}
