@_exported import Faked
