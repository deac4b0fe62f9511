// On platforms other than Apple's, `URLRequest` and `HTTPURLResponse` are in a separate module. It is
// exported so that files that import `FakeableClients` can use these types without `#if`.
#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
