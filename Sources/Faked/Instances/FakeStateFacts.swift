// Reading the state of a fake. The lock is held only to copy values; records and texts are made later.
extension FakeState {
  /// The index of the latest call.
  package var latestIndex: UInt64 { contents.withLock { $0.latestIndex } }

  /// The name of the fake in messages. `nil` before the first stub or call.
  package var owner: String? { contents.withLock { $0.functions.first?.label }?.owner }

  /// The type of the fake. `nil` before the first stub or call.
  var fakeType: Any.Type? { contents.withLock { $0.functions.first?.label.fake } }

  package var scope: TestScope? { contents.withLock { $0.life.scope } }

  /// A Boolean value that indicates whether the scope ended and discarded calls that a check here would count.
  package var hasLostCalls: Bool {
    !endedBeforeCurrentScope
      && contents.withLock { contents in
        contents.life.end != nil
          && (contents.hasDiscardedCalls || contents.functions.contains { $0.callCount > 0 })
      }
  }

  /// A Boolean value that indicates whether the scope of the fake ended before the current scope began, so that
  /// the fake has had no call in the current scope.
  @usableFromInline package var endedBeforeCurrentScope: Bool {
    guard let end = contents.withLock({ $0.life.end }), let scope = TestScope.ofTask else {
      return false
    }
    return scope.start > end
  }

  /// A Boolean value that indicates whether the scope of the fake has ended.
  var isEnded: Bool { contents.withLock { $0.life.end != nil } }

  /// An event that discarded earlier calls.
  package enum Discard { case tearDown, reset }

  /// The event after which the calls of the fake are counted. `nil` if none was discarded.
  package var discard: Discard? {
    contents.withLock { contents in
      if contents.tearDown != nil { return .tearDown }
      return contents.hasResetCalls ? .reset : nil
    }
  }

  /// The number of calls of each function that the tear-down of the fake discarded, by its name. Empty if the
  /// fake was used again, or was torn down before the current scope began.
  package var callCountsBeforeTearDown: [String: Int] {
    contents.withLock { contents in
      guard let tearDown = contents.tearDown, contents.functions.isEmpty else { return [:] }
      if let scope = TestScope.ofTask, scope.start > tearDown.time { return [:] }
      return tearDown.callCounts
    }
  }

  /// The number of calls of each function, by its name.
  package var callCounts: [String: Int] {
    contents.withLock { $0.callCounts }
  }

  /// Returns the number of calls of the functions with a name.
  func callCount(named name: String) -> Int {
    contents.withLock { contents in
      contents.functions.reduce(0) { $1.name == name ? $0 + $1.callCount : $0 }
    }
  }

  /// Returns facts about every function, or about those with a name.
  package func map<Fact>(named name: String? = nil, _ fact: (AnyFunctionState) -> Fact) -> [Fact] {
    contents.withLock { contents in
      contents.functions.filter { name == nil || $0.name == name }.map(fact)
    }
  }

  /// Returns facts about the functions that a check in the current scope counts.
  package func mapForCheck<Fact>(
    named name: String? = nil, _ fact: (AnyFunctionState) -> Fact
  ) -> [Fact] {
    endedBeforeCurrentScope ? [] : map(named: name, fact)
  }

  /// The stubs that no call used, of functions that the test has not checked.
  var unusedStubs: [() -> StubSummary] {
    contents.withLock { contents in
      contents.functions.filter { !contents.checkedFunctions.contains($0.name) }
        .flatMap { $0.stubs(onlyUnused: true) }
    }
  }
}

extension FakeState {
  /// The expectations of unstubbed calls of which there were none.
  var unmetExpectations: [UnstubbedExpectation] {
    contents.withLock { $0.expectedUnstubbed.values.filter { !$0.isMet } }
      .sorted { $0.function.name < $1.function.name }
  }
}

extension FakeState.Contents {
  /// The number of calls of each function, by its name.
  var callCounts: [String: Int] {
    Dictionary(functions.map { ($0.name, $0.callCount) }, uniquingKeysWith: +)
  }
}
