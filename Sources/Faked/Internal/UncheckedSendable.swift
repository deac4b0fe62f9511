/// Carries a value between two places that never use it at the same time.
///
/// Unchecked, because the sender of the value waits until the receiver is done with it, like the caller of an async
/// function waits for the behavior.
@usableFromInline
package struct UncheckedSendable<Value>: @unchecked Sendable {
  @usableFromInline package let value: Value
  @inlinable package init(_ value: Value) { self.value = value }
}
