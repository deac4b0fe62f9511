import FakedTesting
import Foundation
import Testing

/// Tests that fail, for `TranscriptTests` to run; the README shows their output with its line numbers.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FAKED_README_FAILURES"] != nil))
struct UnstubbedCallTests {
  @Test func theLetterGoesOut() async throws {
    let mailer = FakeMailer()
    _ = try await mailer.send("Hello", to: "Ada")
  }

  @Test func onlyAdaGetsTheLetter() async throws {
    let mailer = FakeMailer()
    mailer.when(\.send, with: "Hello", "Ada").thenReturn(5)
    _ = try await mailer.send("Hello", to: "Bob")
  }

  @Test(.faked) func adaGetsTheLetter() async throws {
    let mailer = FakeMailer()
    mailer.when(\.send) { text, _ in text.count }
    for reader in ["Bob", "Adam"] { _ = try await mailer.send("Hello", to: reader) }
    mailer.verify(\.send, with: "Hello", "Ada")
  }
}
