// Tests that import the fakes also need the protocols that they implement, and the functions that stub them.
@_exported import FakeableClients
@_exported import Faked
@_exported import FakedReplay
