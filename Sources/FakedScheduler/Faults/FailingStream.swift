import Faked

/// A stream that can be made to fail.
private protocol FailingStream {
  /// Returns a stream with the same elements that fails after some of them.
  ///
  /// - Parameters:
  ///   - limit: The number of elements after which it fails. `nil` never fails.
  ///   - error: The error.
  ///   - didRead: Called for every element that is read.
  func failing(
    after limit: Int?, with error: any Error, didRead: @escaping @Sendable () -> Void
  ) -> Self
}

extension AsyncThrowingStream: FailingStream where Failure == any Error {
  func failing(
    after limit: Int?, with error: any Error, didRead: @escaping @Sendable () -> Void
  ) -> Self {
    // Unchecked, because only one task iterates a stream.
    let state = UncheckedSendable(Reader(makeAsyncIterator()))
    return AsyncThrowingStream(unfolding: {
      if state.value.count == limit { throw error }
      let element = try await state.value.iterator.next()
      if element != nil {
        state.value.count += 1
        didRead()
      }
      return element
    })
  }

  private final class Reader {
    var iterator: Iterator
    var count = 0
    init(_ iterator: Iterator) { self.iterator = iterator }
  }
}

/// Returns a Boolean value that indicates whether a type is a stream that can be made to fail.
func isFailingStream(_ type: Any.Type) -> Bool { type is any FailingStream.Type }

/// Returns a stream that fails after some elements, or `nil` if the value is not a stream that can throw any error.
func failing<Value>(
  _ value: Value, after limit: Int?, with error: any Error,
  didRead: @escaping @Sendable () -> Void = {}
) -> Value? {
  guard let stream = value as? any FailingStream else { return nil }
  return stream.failing(after: limit, with: error, didRead: didRead) as? Value
}
