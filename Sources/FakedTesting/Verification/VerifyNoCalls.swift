extension Faked {
  /// Checks that the fake had no calls except those that `verify` has counted.
  ///
  /// A call that the `history` of the fake no longer keeps counts as not verified.
  ///
  /// ```swift
  /// library.verify(\.find, with: "Emma")
  /// library.verifyNoMoreCalls()
  /// ```
  ///
  /// See <doc:Verifying>.
  ///
  /// - Parameters:
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  public func verifyNoMoreCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    // The checks of `eventually` mark their calls only after the wait.
    let counted = EventualChecks.current?.verifiedCalls(of: instance) ?? []
    UnverifiedFunctions(of: self, by: .noMoreCalls) {
      $0.indices(unverified: true).filter { !counted.contains($0) }
    }
    .check(at: SourceLine(fileID, filePath, line, column))
  }

  /// Checks that no function of the fake was called.
  ///
  /// ```swift
  /// library.verifyNoCalls()
  /// ```
  ///
  /// See <doc:Verifying>.
  ///
  /// - Parameters:
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  public func verifyNoCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    UnverifiedFunctions(of: self, by: .noCalls) { $0.indices() }
      .check(at: SourceLine(fileID, filePath, line, column))
  }
}

/// The calls of a fake that a check doesn't allow.
private struct UnverifiedFunctions {
  enum Check: String {
    case noCalls = "verifyNoCalls()"
    case noMoreCalls = "verifyNoMoreCalls()"
  }

  let fake: CheckedFake
  let check: Check
  /// The number of calls, including those that the history no longer keeps.
  let total: Int
  let kept: Int
  /// The indices of the kept calls that the check doesn't allow, oldest first.
  let indices: [UInt64]

  init(of fake: some Faked, by check: Check, _ indices: (AnyFunctionState) -> [UInt64]) {
    let functions = fake.instance.state.mapForCheck {
      (total: $0.callCount, kept: $0.indices().count, indices: indices($0))
    }
    self.fake = CheckedFake(fake)
    self.check = check
    total = functions.reduce(0) { $0 + $1.total }
    kept = functions.reduce(0) { $0 + $1.kept }
    self.indices = functions.flatMap(\.indices).sorted()
  }

  func check(at site: SourceLine) {
    fake.instance.state.recordCheckOfAll()
    result.conclude(for: fake, at: site)
  }

  private var result: CheckResult {
    if VerifiedOrder.current != nil {
      let instead = "Write `called: .never` for a function that must not be called"
      return .failed(.notAnOrder(check: check.rawValue, instead: instead))
    }
    if indices.isEmpty, kept < total, check == .noMoreCalls {
      return .failed(.callsForgotten(fake, total - kept))
    }
    if !indices.isEmpty || kept < total {
      let calls = UnverifiedCalls(
        fake: fake, indices: indices, forgotten: total - kept,
        hasVerifiedOthers: indices.count < kept)
      return .failed(.unverifiedCalls(calls))
    }
    if let discarded = fake.discardedCalls() { return .failed(.tornDown(fake.owner, discarded)) }
    return .passed(isFinal: false, verified: .none)
  }
}
