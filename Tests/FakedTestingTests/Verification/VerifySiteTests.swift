import FakedTesting
import TestSupport
import Testing

private struct FakeMailer: Faked {
  let instanceId = FakeInstance()
  let send: FunctionID<(String, String) -> Void, AsyncThrows> = "send(_:to:)"
  let draftID: FunctionID<(String, String) -> Void, Returns> = "draft(_:to:)"
  func send(_ text: String, to reader: String) async throws {
    try await handleCall(\.send, text, reader, default: ())
  }
  func draft(_ text: String, to reader: String) { handleCall(\.draftID, text, reader, default: ()) }
}

/// The code under test.
private struct Outbox {
  static let sendLine = #line + 4
  static let draftLine = #line + 6
  let mailer: FakeMailer
  @inline(never) func flush(to reader: String) async throws {
    try await mailer.send("Hello", to: reader)
  }
  @inline(never) func write(to reader: String) {
    mailer.draft("Hello", to: reader)
  }
}

/// The call sites in failed checks.
@Suite(.enabled(if: CallSiteTable.isSupported)) struct VerifySiteTests {
  private let sent = site(Outbox.sendLine, "Outbox.flush(to:)")
  private let written = site(Outbox.draftLine, "Outbox.write(to:)")

  /// An optimized program does not know the lines of calls.
  private static func site(_ line: Int, _ function: String) -> String {
    CallSiteTable.hasLines ? "VerifySiteTests.swift:\(line) in \(function)" : function
  }

  /// Returns the site as it follows the word "called".
  private func phrase(_ site: String) -> String {
    (CallSiteTable.hasLines ? "at " : "in ") + site
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

  @Test func everyListOfCallsShowsTheirSites() async throws {
    let texts = try await texts { mailer, outbox in
      outbox.write(to: "Ada")
      verifyInOrder {
        mailer.verify(\.draftID)
        mailer.verify(\.draftID)
      }
      mailer.verify(\.send, with: "Hello", "Ada")
      mailer.verifyNoMoreCalls()
    }
    #expect(texts.count == 2)
    for text in texts {
      #expect(text.contains(#"call 1: draft("Hello", to: "Ada")    "#), "\(text)")
      #expect(text.contains("    \(written)"), "\(text)")
    }
  }

  @Test func heldCallsShowTheirSites() async throws {
    let texts = try await texts { mailer, outbox in
      let held = mailer.hold(\.send)
      let task = Task { try await outbox.flush(to: "Ada") }
      let call = try await held.next()
      let error = await #expect(throws: FakedError.self) {
        _ = try await mailer.nextCall(to: \.draftID, within: .zero)
      }
      let hold = #line - 6
      #expect(
        error?.message.hasSuffix(
          """
          Held, and not resumed:
            FakeMailer.send("Hello", to: "Ada") (called \(phrase(sent))), held at VerifySiteTests.swift:\(hold)
            Called:
            send("Hello", to: "Ada") is under way, called \(phrase(sent))
          """) == true)
      held.release()
      await #expect(throws: CancellationError.self) { try await task.value }
      call.resume()
      let other = mailer.hold(\.send)
      _ = Task { try await outbox.flush(to: "Eve") }
      _ = try await other.next()
    }
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        #"FakeMailer.send("Hello", to: "Ada") (called \#(phrase(sent))) cannot be resumed at VerifySiteTests.swift:\#(#line - 5): it was released when `release()` was called."#,
        #"1 call of FakeMailer.send(_:to:) was still held at the end of the test: send("Hello", to: "Eve") (called \#(phrase(sent)))."#,
      ])
  }
}
