import FakedTesting
import TestSupport
import Testing

private struct FakeMailer: Faked {
  let instanceId = FakeInstance()
  let send: FunctionID<(String, String) -> Void, AsyncThrows> = "send(_:to:)"
  func send(_ text: String, to reader: String) async throws {
    try await handleCall(\.send, text, reader, default: ())
  }
}

/// The code under test.
private struct Outbox {
  static let sendLine = #line + 3
  let mailer: FakeMailer
  @inline(never) func flush(to reader: String) async throws {
    try await mailer.send("Hello", to: reader)
  }
}

/// The call sites in failed checks.
@Suite(.enabled(if: CallSiteTable.isSupported)) struct VerifySiteTests {
  private let sent = site(Outbox.sendLine, "Outbox.flush(to:)")

  /// An optimized program does not know the lines of calls.
  private static func site(_ line: Int, _ function: String) -> String {
    CallSiteTable.hasLines ? "VerifySiteTests.swift:\(line) in \(function)" : function
  }

  private func texts(_ body: (FakeMailer, Outbox) async throws -> Void) async throws -> [String] {
    try await failures {
      try await withFakedScope {
        let mailer = FakeMailer()
        try await body(mailer, Outbox(mailer: mailer))
      }
    }.map(\.text)
  }

  @Test func aCheckShowsTheSiteOfEachCallInAColumn() async throws {
    let texts = try await texts { mailer, outbox in
      try await outbox.flush(to: "Bob")
      try await outbox.flush(to: "Adam")
      mailer.verify(\.send, with: "Hello", "Ada")
      mailer.verify(\.send, called: .never)
      mailer.verify(\.send, called: 2, with: "Hello", "Bob")
    }
    #expect(
      texts == [
        """
        Expected 1 call of FakeMailer.send(_:to:) with ("Hello", to: "Ada"); none of its 2 calls matches.
          call 1: send("Hello", to: "Bob")     `to`: expected "Ada", was "Bob"     \(sent)
          call 2: send("Hello", to: "Adam")    `to`: expected "Ada", was "Adam"    \(sent)
        """,
        """
        Expected no calls of FakeMailer.send(_:to:); there were 2 calls.
          call 1: send("Hello", to: "Bob")     \(sent)
          call 2: send("Hello", to: "Adam")    \(sent)
        """,
        """
        Expected 2 calls of FakeMailer.send(_:to:) with ("Hello", to: "Bob"); 1 of its 2 calls matches.
          call 1: send("Hello", to: "Bob")                                         \(sent)
          call 2: send("Hello", to: "Adam")    `to`: expected "Bob", was "Adam"    \(sent)
        """,
      ])
  }
}
