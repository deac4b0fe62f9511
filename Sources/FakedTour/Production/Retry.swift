/// Repeats work until it succeeds, with pauses of 1, 2, 4, … seconds.
///
/// - Parameters:
///   - attempts: The number of attempts, at least 1.
///   - clock: The clock that measures the pauses.
/// - Returns: The result of the first attempt that succeeds.
/// - Throws: The error of the last attempt.
func retrying<Value>(
  attempts: Int, on clock: any Clock<Duration>, _ work: () async throws -> Value
) async throws -> Value {
  var pause = Duration.seconds(1)
  for _ in 1..<attempts {
    do {
      return try await work()
    } catch {
      try await clock.sleep(for: pause)
      pause *= 2
    }
  }
  return try await work()
}
