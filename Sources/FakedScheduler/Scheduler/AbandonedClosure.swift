/// Keeps the code of a test that is stuck and ignores its cancellation.
///
/// Swift Testing passes the code of a test only for the duration of the test. A stuck task refers to it forever, and
/// `withoutActuallyEscaping` stops the process if a reference is left.
package enum AbandonedClosure {
  /// A wrapper that keeps the representation of a closure. A generic value would change its context.
  private struct Content { let closure: @Sendable () async throws -> Void }

  private typealias Count = @convention(c) (UnsafeMutableRawPointer) -> Int
  private typealias Change = @convention(c) (UnsafeMutableRawPointer, UInt32) -> Void

  /// Drops all references to a closure except one, and keeps its memory.
  ///
  /// After that, no task may run or release the closure.
  package static func forget(_ closure: @escaping @Sendable () async throws -> Void) {
    guard let context = context(of: closure),
      let count = function("swift_retainCount", as: Count.self),
      let retainUnowned = function("swift_unownedRetain_n", as: Change.self),
      let release = function("swift_release_n", as: Change.self)
    else { return }
    retainUnowned(context, 1)
    if case let extra = count(context) - 1, extra > 0 { release(context, UInt32(extra)) }
  }

  private static func context(
    of closure: @escaping @Sendable () async throws -> Void
  ) -> UnsafeMutableRawPointer? {
    // A closure consists of its code and its context.
    unsafeBitCast(Content(closure: closure), to: (UInt, UnsafeMutableRawPointer?).self).1
  }

  private static func function<Function>(_ name: StaticString, as type: Function.Type) -> Function?
  {
    RuntimeSymbols.find(name).map { unsafeBitCast($0, to: type) }
  }
}
