// Off Apple's platforms, `URLRequest` and `HTTPURLResponse` live in a module of their own. It is
// exported, so that a file that imports `FakeableClients` needs no `#if` to name them.
#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
