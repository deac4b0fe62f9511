import FakedExplore

/// Keeps the code of a test that is stuck and ignores its cancellation.
///
/// Swift Testing hands over the code of a test for as long as the test runs. A stuck task refers to it forever, and
/// `withoutActuallyEscaping` stops the process if a reference is left.
enum AbandonedClosure {
  /// A closure as itself. As a value of a generic type, it would have another context.
  private struct Content { let closure: @Sendable () async throws -> Void }

  /// Drops all references to a closure except one, and keeps its memory.
  ///
  /// No task may run the closure, or release it, any more.
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
