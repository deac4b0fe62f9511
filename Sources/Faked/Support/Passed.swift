/// Carries a value from a caller to its behavior and back, across the isolation of either.
///
/// Unchecked, because the caller waits for the behavior: the two never touch the value at one time.
@usableFromInline
package struct Passed<Value>: @unchecked Sendable {
  @usableFromInline package let value: Value
  @inlinable package init(_ value: Value) { self.value = value }
}
