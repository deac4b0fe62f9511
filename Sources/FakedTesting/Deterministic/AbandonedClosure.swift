import FakedExplore

/// Keeps the code of a test that is stuck and ignores its cancellation.
///
/// Swift Testing passes the code of a test only for the duration of the test. A stuck task refers to it forever, and
/// `withoutActuallyEscaping` stops the process if a reference is left.
enum AbandonedClosure {
  /// A wrapper that keeps the representation of a closure. A generic value would change its context.
  private struct Content { let closure: @Sendable () async throws -> Void }

  /// Drops all references to a closure except one, and keeps its memory.
  ///
  /// After that, no task may run or release the closure.
  static func forget(_ closure: @escaping @Sendable () async throws -> Void) {
    if let context = context(of: closure) { AbandonedObject.forget(context) }
  }

  private static func context(
    of closure: @escaping @Sendable () async throws -> Void
  ) -> UnsafeMutableRawPointer? {
    // A closure consists of its code and its context.
    unsafeBitCast(Content(closure: closure), to: (UInt, UnsafeMutableRawPointer?).self).1
  }
}
