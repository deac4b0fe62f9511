/// A call that waits until the test ends it. `held.next()` returns it.
///
/// ```swift
/// let call = try await held.next()
/// call.resume(returning: [call.arguments])
/// ```
///
/// See <doc:HoldingCalls>.
public struct HeldCall<Arguments, Output, Failure: Error>: Sendable {
  typealias Queue = HeldCallQueue<Arguments, Output, Failure>
  typealias Result = Swift.Result<UncheckedSendable<Output>, Failure>

  /// Identifies the call among all calls of its queue.
  let id: Int
  let queue: Queue
  // The arguments belong to the caller, which waits while the test uses them.
  private let storedArguments: UncheckedSendable<Arguments>

  /// The arguments of the call: nothing, the single value, or a tuple.
  public var arguments: Arguments { storedArguments.value }

  init(_ id: Int, _ arguments: UncheckedSendable<Arguments>, in queue: Queue) {
    self.id = id
    storedArguments = arguments
    self.queue = queue
  }

  /// Ends the call by returning a value.
  ///
  /// Resuming a call that has already ended is a failure of the test at this line.
  ///
  /// - Parameters:
  ///   - value: The value that the call returns.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resume(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    queue.finish(
      self, .success(UncheckedSendable(value)), at: SourceLine(fileID, filePath, line, column))
  }

  /// Ends the call by throwing an error.
  ///
  /// Resuming a call that has already ended is a failure of the test at this line.
  ///
  /// - Parameters:
  ///   - error: The error that the call throws.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resume(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    queue.finish(self, .failure(error), at: SourceLine(fileID, filePath, line, column))
  }

  /// Suspends the caller until the call ends.
  ///
  /// The function stays on the actor of the caller, so that `next()` returns calls in the order in which they were
  /// made, and never a call whose task was canceled.
  @usableFromInline
  func wait(
    calledAt site: CapturedSite?, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Output {
    queue.setSite(site, of: id)
    let scheduler = CurrentScheduler.current
    scheduler?.setWait(
      TaskWait("waits for the test to resume \(description)", fix: "Resume the call.") {
        site?.site
      })
    defer { scheduler?.setWait(nil) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { queue.hold(self, $0) }
    } onCancel: {
      queue.cancel(self)
    }
    return try result.get().value
  }
}

extension HeldCall where Output == Void {
  /// Ends the call by returning.
  ///
  /// Resuming a call that has already ended is a failure of the test at this line.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resume(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    resume(returning: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension HeldCall: CustomStringConvertible {
  /// The call as it is written: `find("swift")`.
  public var description: String { queue.function.shortCall(argumentList(arguments)) }
}

/// The end of a held call.
enum HeldCallEnd {
  case resumed(at: SourceLine)
  /// The task of the call was canceled.
  case cancelled
  case released(ReleaseReason)
}
