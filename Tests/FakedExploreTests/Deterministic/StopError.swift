/// Returns a Boolean value that indicates whether an error is the one that ends a stopped `withDeterministicTasks`.
///
/// - Parameter place: The file and line of `withDeterministicTasks`.
func isStop(_ error: any Error, at place: String) -> Bool {
  "\(error)" == """
    `withDeterministicTasks` at \(place) stopped the test. The failure at that line says why.
    """
}
