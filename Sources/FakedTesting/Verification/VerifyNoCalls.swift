extension Faked {
  /// Checks that the fake had no calls but those that `verify` has counted.
  ///
  /// A call that is no longer kept, as `history` may say, cannot have been counted.
  public func verifyNoMoreCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    checkNone(unverified: true, CallSite(fileID, filePath, line, column))
  }

  /// Checks that no function of the fake was called.
  public func verifyNoCalls(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    checkNone(unverified: false, CallSite(fileID, filePath, line, column))
  }

  private func checkNone(unverified: Bool, _ site: CallSite) {
    if VerifiedOrder.current != nil {
      return fail(isFinal: true, at: site) {
        CheckMessage.outsideOfOrder(
          unverified ? "verifyNoMoreCalls()" : "verifyNoCalls()",
          instead: "Write `called: .never` for a function that is not called any more")
      }
    }
    let functions = instance.state.mapForCheck {
      (count: $0.callCount, kept: $0.indices(), open: $0.indices(unverified: unverified))
    }
    let total = functions.reduce(0) { $0 + $1.count }
    let kept = functions.reduce(0) { $0 + $1.kept.count }
    let indices = functions.flatMap(\.open).sorted()
    if indices.isEmpty, total == kept { return pass(isFinal: false, at: site) }
    fail(isFinal: true, at: site) {
      CheckMessage.unverified(
        indices, forgotten: total - kept, of: self, checked: indices.count < kept)
    }
  }
}
