extension Faked {
  /// Checks that the fake had no calls but those that `verify` has counted.
  ///
  /// A call that is no longer kept, as `history` may say, cannot have been counted.
  public func verifyNoMoreCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    checkNone(of: allCalls.filter { !$0.isVerified }, CallSite(fileID, filePath, line, column))
  }

  /// Checks that no function of the fake was called.
  public func verifyNoCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    checkNone(of: allCalls, CallSite(fileID, filePath, line, column))
  }

  private func checkNone(of open: [CallRecord<[Any?], Any?>], _ site: CallSite) {
    let (total, kept) = instance.state.withLock { state in
      state.functions.reduce((0, 0)) { ($0.0 + $1.callCount, $0.1 + $1.spans.count) }
    }
    if open.isEmpty, total == kept { return conclude(.met(isFinal: false) {}, at: site) }
    let message = {
      CheckMessage.unverified(
        Set(open.map(\.index)), forgotten: total - kept, of: self, checked: open.count < kept)
    }
    conclude(.failed(message), at: site)
  }
}
