extension Faked {
  /// Checks that the fake had no calls but those that `verify` has counted.
  public func verifyNoMoreCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let calls = allCalls
    let open = Set(calls.filter { !$0.isVerified }.map(\.index))
    if open.isEmpty { return }
    report(
      CheckMessage.unverified(open, of: self, checked: open.count < calls.count),
      at: CallSite(fileID, filePath, line, column))
  }

  /// Checks that no function of the fake was called.
  public func verifyNoCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let calls = Set(allCalls.map(\.index))
    if calls.isEmpty { return }
    report(
      CheckMessage.unverified(calls, of: self, checked: false),
      at: CallSite(fileID, filePath, line, column))
  }
}
