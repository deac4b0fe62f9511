// A test that imports the fakes needs the protocols they stand in for, and what stubs them.
@_exported import FakeableClients
@_exported import Faked
@_exported import FakedReplay
