import Foundation

/// An address of a session bus: a socket in the file system, or one in the abstract namespace.
package enum BusAddress: Equatable {
  case path(String)
  case abstract(String)

  /// Returns the addresses to try, in order, from the environment of the process.
  package static func ofSession(in environment: [String: String]) throws(BusError) -> [BusAddress] {
    if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
      return try addresses(in: text, environment)
    }
    // Systems that start the bus with the session put its socket here.
    if let path = runtimePath(in: environment), FileManager.default.fileExists(atPath: path) {
      return [.path(path)]
    }
    throw BusError(.noServer, "DBUS_SESSION_BUS_ADDRESS is not set")
  }

  /// Returns the addresses in a text such as `unix:path=/run/user/1000/bus,guid=…;unix:abstract=/tmp/x`.
  ///
  /// Addresses of other transports are ignored. It is an error if there are no others.
  package static func addresses(
    in text: String, _ environment: [String: String]
  ) throws(BusError) -> [BusAddress] {
    var found: [BusAddress] = []
    for entry in text.split(separator: ";") {
      let parts = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "unix" else { continue }
      for pair in parts[1].split(separator: ",") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, let value = String(sides[1]).removingPercentEncoding else {
          continue
        }
        switch sides[0] {
        case "path": found.append(.path(value))
        case "abstract": found.append(.abstract(value))
        case "runtime": found += runtimePath(in: environment).map { [.path($0)] } ?? []
        default: break
        }
      }
    }
    guard found.isEmpty else { return found }
    throw BusError(
      .badAddress,
      "\(text.debugDescription) is not the address of a Unix socket, such as unix:path=/run/bus")
  }

  private static func runtimePath(in environment: [String: String]) -> String? {
    environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/bus" }
  }
}
