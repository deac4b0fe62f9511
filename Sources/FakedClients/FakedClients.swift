// A test that imports the fakes needs the protocols they stand in for, and what teaches them.
@_exported import Clients
@_exported import Faked
