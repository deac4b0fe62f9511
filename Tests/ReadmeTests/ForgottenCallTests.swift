import FakedTesting
import Foundation
import Testing

/// A test that fails, for `TranscriptTests` to run; the README shows its output with its line numbers.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FAKED_README_FAILURES"] != nil))
struct ForgottenCallTests {
  @Test(.faked) func theInboxIsFetched() async throws {
    let mailbox = FakeMailbox()
    let held = mailbox.hold(\.fetch)
    Task { try await mailbox.fetch("inbox") }
    _ = try await held.next()
  }
}
