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
  let owner: HeldCalls<Arguments, Output, Failure>
  /// Its place among the calls of the owner, from 1; 0 until it waits.
  @exclusivity(unchecked) var number = 0
  @exclusivity(unchecked) var deadline: ContinuousClock.Instant
  @exclusivity(unchecked) var progress = Progress.made
  /// Whether `next()` gave it.
  @exclusivity(unchecked) var isGiven = false

  typealias Ending = Result<UncheckedSendable<Output>, Failure>

  enum Progress {
    /// It does not wait yet.
    case made
    case waiting(CheckedContinuation<Ending, Never>)
    case ended(HeldCallEnd)
  }

  init(_ arguments: Arguments, owner: HeldCalls<Arguments, Output, Failure>) {
    self.arguments = arguments
    self.owner = owner
    deadline = .now.advanced(by: owner.limit)
  }

  /// Ends the call: it returns the value.
  ///
  /// To resume a call that is over is a failure of the test at this line, which says how the call ended;
  /// outside a scope it stops the process.
  /// `resumeAll` ends those that wait, and no others.
  public func resume(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    owner.resume(
      self, .success(UncheckedSendable(value)), at: CallSite(fileID, filePath, line, column))
  }

  /// Ends the call: it throws the error.
  public func resume(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    owner.resume(self, .failure(error), at: CallSite(fileID, filePath, line, column))
  }

  /// What the call does where it was made: waits for its end.
  ///
  /// It stays on the actor of its caller, so that calls are given in the order in which they were made,
  /// and a call whose task was cancelled is given to nobody.
  @usableFromInline
  func wait(isolation: isolated (any Actor)?) async throws(Failure) -> Output {
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { owner.hold(self, $0) }
    } onCancel: {
      if let failure = owner.cancellation { owner.end(self, .failure(failure), .cancelled) }
    }
    return try ending.get().value
  }
}

extension HeldCall where Output == Void {
  /// Ends the call: it returns.
  public func resume(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    owner.resume(
      self, .success(UncheckedSendable(())), at: CallSite(fileID, filePath, line, column))
  }
}

extension HeldCalls where Output == Void {
  /// Ends every call that waits at this moment: it returns.
  public func resumeAll(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    resumeAll(.success(UncheckedSendable(())), at: CallSite(fileID, filePath, line, column))
  }
}

extension HeldCall: CustomStringConvertible {
  /// The call as it is written: `find("swift")`.
  public var description: String {
    owner.function.shortCall(argumentList(arguments))
  }
}

/// The end of a held call.
enum HeldCallEnd {
  case resumed(at: CallSite)
  /// The task of the call was canceled.
  case cancelled
  case released(HeldCallsRelease)
}
