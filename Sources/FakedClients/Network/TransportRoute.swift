import FakeableClients
import Faked
import Foundation

/// The way from a session to its transport: a `URLProtocol` class that no other transport has.
///
/// Foundation makes a protocol object from nothing but its class, so the class has to tell whose it is.
final class TransportRoute: Sendable {
  let instance = FakeInstance()
  let clock: any Clock<Duration>
  let protocolClass: TransportProtocol.Type

  init(clock: any Clock<Duration>) {
    self.clock = clock
    let number = Self.lastNumber.withValue { number in
      number += 1
      return number
    }
    protocolClass = makeProtocolClass(number)
    Self.routes.withValue { $0[ObjectIdentifier(protocolClass)] = WeakRoute(route: self) }
  }

  deinit { Self.routes.withValue { $0[ObjectIdentifier(protocolClass)] = nil } }

  /// The route of a class; nil when its transport is gone.
  static func of(_ protocolClass: AnyClass) -> TransportRoute? {
    routes.withValue { $0[ObjectIdentifier(protocolClass)] }?.route
  }

  private struct WeakRoute {
    weak var route: TransportRoute?
  }

  private static let lastNumber = Captured(0)
  private static let routes = Captured<[ObjectIdentifier: WeakRoute]>([:])
}

/// Makes a class for the number, which no other number gets.
///
/// It is the number in binary, as generic types: the language has no other way to new types at run time.
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
