import FakeableClients
import Faked
import FakedReplay
import Foundation

/// The connection between a session and its transport: a `URLProtocol` class of which each transport has its own.
///
/// Foundation creates protocol objects from their class alone, so the class must identify the transport.
final class TransportRoute: Sendable {
  let instance: FakeInstance
  let clock: any Clock<Duration>
  let protocolClass: TransportProtocol.Type
  /// The recorder of requests to which no stub responds.
  let player: CallPlayer?
  /// A Boolean value that indicates whether requests may be sent.
  var sendsRequests: Bool { player.map { $0.recorder.mode != .none } ?? false }

  init(clock: any Clock<Duration>, player: CallPlayer? = nil) {
    self.clock = clock
    self.player = player
    instance = FakeInstance(recorder: player)
    let number = Self.lastNumber.withValue { number in
      number += 1
      return number
    }
    protocolClass = makeProtocolClass(number)
    Self.routes.withValue { $0[ObjectIdentifier(protocolClass)] = WeakRoute(route: self) }
  }

  deinit { Self.routes.withValue { $0[ObjectIdentifier(protocolClass)] = nil } }

  /// Returns the route of a class, or `nil` if its transport was deallocated.
  static func of(_ protocolClass: AnyClass) -> TransportRoute? {
    routes.withValue { $0[ObjectIdentifier(protocolClass)] }?.route
  }

  private struct WeakRoute {
    weak var route: TransportRoute?
  }

  private static let lastNumber = Captured(0)
  private static let routes = Captured<[ObjectIdentifier: WeakRoute]>([:])
}

/// Creates a class that is unique to the number.
///
/// The class represents the number in binary by nesting generic types, the only way to create types at run time.
private func makeProtocolClass(_ number: Int) -> TransportProtocol.Type {
  func add<Bits>(_ rest: Int, to bits: Bits.Type) -> TransportProtocol.Type {
    if rest == 0 { return Slot<Bits>.self }
    return rest.isMultiple(of: 2) ? add(rest / 2, to: Bits?.self) : add(rest / 2, to: [Bits].self)
  }
  return add(number, to: Void.self)
}

private final class Slot<Number>: TransportProtocol {}
