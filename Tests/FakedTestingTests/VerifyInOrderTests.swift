import FakedTesting
import Testing

private struct FakeStep: Faked {
  let instanceId = FakeInstance()
  let runID: FunctionID<(Int) -> Void, Throws> = "run"
  let stop = "stop"
  init() {
    when(\.runID) { _ in }
    when(\.stop) { _, _ in }
  }
  func run(_ n: Int) throws { try handleCall(\.runID, n) }
  func stop(_ n: Int) throws { try handleCall(\.stop, params: n) }
}

struct VerifyInOrderTests {
  private let first = FakeStep()
  private let second = FakeStep()

  @Test func callsOfSeveralFakesInOrderPass() throws {
    try first.run(1)
    try second.run(2)
    try first.run(3)
    try second.stop(4)
    verifyInOrder {
      first.verify(\.runID)
      second.verify(\.runID, with: 2)
      first.verify(\.runID, with: 3)
      second.verify(\.stop)
    }
    verifyInOrder {
      first.verify(\.runID, called: 2)
      second.verify(\.stop, with: 4)
    }
    verifyInOrder {
      second.verify(\.runID)
      first.verify(\.runID)
      first.verify(\.runID, called: .never)
    }
    first.verifyNoMoreCalls()
    second.verifyNoMoreCalls()
  }

  @Test func anOrderWithoutChecksProvesNothing() {
    let line = #line + 1
    let found = failures { verifyInOrder { for n in [Int]() { first.verify(\.runID, with: n) } } }
    #expect(
      found.map(\.text) == ["`verifyInOrder` has no check. Write `fake.verify(…)` in its closure."])
    #expect(found.map(\.line) == [line])
  }

  @Test func anOrderMayHaveItsChecksInAnotherOne() throws {
    try first.run(1)
    verifyInOrder { verifyInOrder { first.verify(\.runID) } }
  }

  @Test func anEmptyOrderFailsBesideOtherChecksToo() async throws {
    try first.run(1)
    let found = try await failures {
      try await eventually(within: .zero) {
        first.verify(\.runID)
        verifyInOrder {}
      }
    }
    #expect(found.count == 1)
  }

  @Test func callsThatAreNotKeptHaveNoOrder() throws {
    first.history = .last(1)
    for n in 1...3 { try first.run(n) }
    let found = failures {
      verifyInOrder { first.verify(\.runID, called: .atMost(1)) }
      verifyInOrder { first.verify(\.runID, called: 2) }
    }
    let text = """
      FakeStep.run cannot be verified: only the last 1 of its 3 calls is kept. Set `history` to \
      `.unlimited`, or verify the count alone.
      """
    #expect(found.map(\.text) == [text, text])
    verifyInOrder { first.verify(\.runID) }
  }

  @Test func theWrongOrderFailsAtTheCheckThatBreaksIt() throws {
    try second.run(2)
    try first.run(1)
    let found = failures {
      verifyInOrder {
        first.verify(\.runID)
        second.verify(\.runID)
      }
    }
    let line = #line - 3
    #expect(
      found == [
        ReportedFailure(
          text: """
            Expected 1 call of FakeStep.run after FakeStep.run; there were none.
              In order so far: FakeStep.run.
              call 1: run(2)
            """, line: line)
      ])
  }

  @Test func aCallThatComesAgainIsFoundByNever() throws {
    try first.run(1)
    try second.run(2)
    try first.run(1)
    #expect(
      failure {
        verifyInOrder {
          second.verify(\.runID)
          first.verify(\.runID, called: .never)
        }
      } == """
        Expected no calls of FakeStep.run after FakeStep.run; there was 1 call.
          In order so far: FakeStep.run.
          call 1: run(1)
          call 2: run(1)
        """)
  }

  @Test func anUpperBoundHoldsForTheCallsThatFollow() throws {
    try second.run(2)
    try first.run(1)
    try first.run(1)
    verifyInOrder {
      second.verify(\.runID)
      first.verify(\.runID, called: .atMost(2))
      first.verify(\.runID, called: .atMost(0))
    }
    #expect(
      failure {
        verifyInOrder {
          second.verify(\.runID)
          first.verify(\.runID, called: .atMost(1))
        }
      } == """
        Expected at most 1 call of FakeStep.run after FakeStep.run; there were 2 calls.
          In order so far: FakeStep.run.
          call 1: run(1)
          call 2: run(1)
        """)
  }

  @Test func checksOfAllCallsSayWhatToWriteInAnOrder() throws {
    try first.run(1)
    let found = failures {
      verifyInOrder {
        first.verify(\.runID, arguments: [1])
        first.verify(\.runID)
        first.verifyNoMoreCalls()
        second.verifyNoCalls()
      }
    }
    let never = """
      checks all calls, whenever they were made. Write `called: .never` for a function that is not \
      called any more, or move it out of `verifyInOrder`.
      """
    #expect(
      found.map(\.text) == [
        """
        `verify(_:arguments:)` checks all calls, whenever they were made. Write a \
        `verify(_:with:)` for each call in its place, or move it out of `verifyInOrder`.
        """, "`verifyNoMoreCalls()` " + never, "`verifyNoCalls()` " + never,
      ])
  }

  @Test func capturesGetTheCallsThatAreCounted() throws {
    for n in 1...3 { try first.run(n) }
    let numbers = Captured<[Int]>([])
    verifyInOrder {
      first.verify(\.runID, matching: .capture(into: numbers))
      first.verify(\.runID, matching: .capture(into: numbers))
    }
    #expect(numbers.value == [1, 2])
  }

  @Test func argumentsNarrowTheOrder() throws {
    try first.run(2)
    try first.run(1)
    #expect(
      failure {
        verifyInOrder {
          first.verify(\.runID, with: 1)
          first.verify(\.runID, with: 2)
        }
      }?.hasPrefix(
        "Expected 1 call of FakeStep.run with (2) after FakeStep.run with (1); there were none.")
        == true)
  }

  @Test func theFailureNamesTheArgumentThatDiffers() throws {
    try first.run(1)
    try first.run(3)
    #expect(
      failure {
        verifyInOrder {
          first.verify(\.runID, with: 1)
          first.verify(\.runID, with: 2)
        }
      } == """
        Expected 1 call of FakeStep.run with (2) after FakeStep.run with (1); there were none.
          In order so far: FakeStep.run with (1).
          call 1: run(1)    argument 1: expected 2, was 1
          call 2: run(3)    argument 1: expected 2, was 3
        """)
  }

  @Test func theFailureListsTheNearestOfManyCalls() throws {
    for number in 0..<100 { try first.run(number) }
    let text = failure {
      verifyInOrder {
        first.verify(\.runID, with: 50)
        first.verify(\.runID, with: 7)
      }
    }
    #expect(text?.contains("\n  call 8: run(7)\n") == true)
    #expect(text?.hasSuffix("\n  … and 80 more calls") == true)
  }
}
