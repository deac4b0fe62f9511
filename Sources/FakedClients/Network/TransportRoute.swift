import FakeableClients
import Faked
import Foundation

/// The connection between a session and its transport: a `URLProtocol` class of which each transport has its own.
///
/// Foundation creates protocol objects from their class alone, so the class must identify the transport.
final class TransportRoute: Sendable {
  let instance: FakeInstance
  let clock: any Clock<Duration>
  let protocolClass: TransportProtocol.Type
  /// The recorder of requests to which no stub responds.
  let player: ArchivePlayer?

  init(clock: any Clock<Duration>, player: ArchivePlayer? = nil) {
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
  var bits: any Bits.Type = End.self
  var rest = number
  while rest > 0 {
    bits = rest.isMultiple(of: 2) ? zero(bits) : one(bits)
    rest /= 2
  }
  return slot(bits)
}

private func zero<Rest: Bits>(_ rest: Rest.Type) -> any Bits.Type { Zero<Rest>.self }
private func one<Rest: Bits>(_ rest: Rest.Type) -> any Bits.Type { One<Rest>.self }
private func slot<Number: Bits>(_ number: Number.Type) -> TransportProtocol.Type {
  Slot<Number>.self
}

private protocol Bits {}
private enum End: Bits {}
private enum Zero<Rest: Bits>: Bits {}
private enum One<Rest: Bits>: Bits {}
private final class Slot<Number: Bits>: TransportProtocol {}
