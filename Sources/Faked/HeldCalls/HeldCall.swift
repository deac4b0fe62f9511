/// A call that waits until the test says how it ends; `HeldCalls.next()` gives it.
///
/// ```swift
/// let call = try await held.next()
/// call.resume(returning: call.arguments.count)
/// ```
public final class HeldCall<Arguments, Output, Failure: Error>: @unchecked Sendable {
  // Sendable holds because what changes is guarded by the lock of `owner`, and because the caller, to
  // whom the arguments and the result belong, waits.

  /// The arguments: nothing, the one value, or a tuple.
  public let arguments: Arguments
  let number: Int
  let owner: HeldCalls<Arguments, Output, Failure>
  @exclusivity(unchecked) var deadline: ContinuousClock.Instant
  @exclusivity(unchecked) var progress = Progress.entered

  typealias Ending = Result<UncheckedSendable<Output>, Failure>

  enum Progress {
    /// It was made, and does not wait yet.
    case entered
    case waiting(CheckedContinuation<Ending, Never>)
    /// It was ended before it came to wait.
    case endedEarly(Ending, by: CallSite?)
    /// It is over; by a line of the test, or by itself.
    case ended(by: CallSite?)
  }

  init(
    _ arguments: Arguments, number: Int, deadline: ContinuousClock.Instant,
    owner: HeldCalls<Arguments, Output, Failure>
  ) {
    self.arguments = arguments
    self.number = number
    self.deadline = deadline
    self.owner = owner
  }

  /// Ends the call: it returns the value.
  ///
  /// Returns false where the call was over by itself, because its task was cancelled or its time was up.
  /// To resume a call twice is a failure of the test.
  @discardableResult
  public func resume(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    owner.resume(
      self, .success(UncheckedSendable(value)), at: CallSite(fileID, filePath, line, column))
  }

  /// Ends the call: it throws the error.
  @discardableResult
  public func resume(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    owner.resume(self, .failure(error), at: CallSite(fileID, filePath, line, column))
  }

  /// What the call does where it was made: waits for its end.
  func wait() async throws(Failure) -> Output {
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { owner.suspend(self, $0) }
    } onCancel: {
      // Where the function cannot throw this, only the test can end the call.
      if let failure = CancellationError() as? Failure { owner.end(self, .failure(failure)) }
    }
    return try ending.get().value
  }
}

extension HeldCall where Output == Void {
  /// Ends the call: it returns.
  @discardableResult
  public func resume(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    owner.resume(
      self, .success(UncheckedSendable(())), at: CallSite(fileID, filePath, line, column))
  }
}

extension HeldCall where Output == Any? {
  /// Ends the call: it returns; for methods without a result.
  @discardableResult
  public func resume(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    owner.resume(
      self, .success(UncheckedSendable(())), at: CallSite(fileID, filePath, line, column))
  }
}

extension HeldCall: CustomStringConvertible {
  /// The call as it is written: `find("swift")`.
  public var description: String {
    owner.function.shortCall(argumentList(arguments))
  }
}
