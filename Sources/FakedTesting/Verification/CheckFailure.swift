/// A check that does not hold.
enum CheckFailure {
  /// The expected count is not valid.
  case invalidCount(FunctionLabel, _ problem: String)
  /// The scope of the fake has ended, and its calls with it.
  case scopeEnded(CheckedFake)
  /// `tearDown()` discarded the calls of a fake or a function.
  case tornDown(_ subject: String, _ calls: Int)
  /// The history no longer keeps calls that no check may have counted.
  case callsForgotten(CheckedFake, Int)
  /// The history no longer keeps calls that could decide the check.
  case callsNotKept(CheckEvidence)
  /// A function was called too often or not often enough.
  case wrongCount(CheckEvidence, CallCount)
  /// The expected calls do not follow the calls of the earlier checks.
  case wrongOrder(CheckEvidence, CallCount, found: Int, after: [CheckedStep])
  /// The calls of a function are not the expected ones.
  case wrongArguments(CheckEvidence, any ArgumentListComparison)
  /// There are calls that the test has not verified.
  case unverifiedCalls(UnverifiedCalls)
  /// A check of all calls is in a `verifyInOrder`.
  case notAnOrder(check: String, instead: String)
  /// The closure makes no check.
  case noChecks(verb: String)
}

/// The calls of a fake that were neither counted by a check nor listed in its failure.
struct UnverifiedCalls {
  let fake: CheckedFake
  /// The indices of the calls that are kept, oldest first.
  let indices: [UInt64]
  /// The number of calls that the history no longer keeps.
  let forgotten: Int
  /// A Boolean value that indicates whether the test has verified other calls.
  let hasVerifiedOthers: Bool

  var count: Int { indices.count + forgotten }
}
