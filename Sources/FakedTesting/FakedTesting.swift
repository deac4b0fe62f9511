@_exported import Faked
@_exported import FakedExplore
