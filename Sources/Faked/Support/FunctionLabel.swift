/// A function of a fake, as failure texts name it: `FakeNetworkClient.send`.
@usableFromInline
package final class FunctionLabel: Sendable, CustomStringConvertible {
  let fake: Any.Type
  package let name: String

  @usableFromInline
  package init(fake: Any.Type, name: String) {
    self.fake = fake
    self.name = name
  }

  @usableFromInline package var description: String { "\(fake).\(name)" }
}
