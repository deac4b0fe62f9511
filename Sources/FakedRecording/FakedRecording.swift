@_exported import FakedReplay
@_exported import FakedTesting
