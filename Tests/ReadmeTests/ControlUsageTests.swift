import FakedTesting
import Testing

struct ControlUsageTests {
  let mailbox = FakeMailbox()
  let clock = ContinuousClock()

  @Test func callsAreHeldAndFinishedInAnyOrder() async throws {
    let held = mailbox.hold(\.fetch)
    async let inbox = mailbox.fetch("inbox")
    let first = try await held.next()
    async let sent = mailbox.fetch("sent")
    let second = try await held.next()

    #expect(second.arguments == "sent")
    second.resume(returning: ["Hello"])
    #expect(try await sent == ["Hello"])
    first.resume(returning: [])
    #expect(try await inbox == [])
  }

  @Test func aCancelledCallEndsAndItsRecordSaysSo() async throws {
    let held = mailbox.hold(\.fetch)
    let task = Task { [mailbox] in try await mailbox.fetch("inbox") }
    _ = try await held.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(mailbox.calls(to: \.fetch).map(\.wasCancelled) == [true])
  }

  @Test func overlapIsSeen() async throws {
    let held = mailbox.hold(\.fetch)
    async let inbox = mailbox.fetch("inbox")
    async let sent = mailbox.fetch("sent")
    _ = try await (held.next(), held.next())
    held.resumeAll(returning: [])
    _ = try await (inbox, sent)
    #expect(mailbox.maxConcurrentCalls(to: \.fetch) == 2)
  }

  @MainActor @Test func theNextCallIsAwaited() async throws {
    let mailbox = mailbox
    mailbox.when(\.send) { text, _ in text.count }
    Task { try mailbox.send("Hello", to: "Ada") }
    let call = try await mailbox.nextCall(to: \.send, after: 0)
    #expect(call.arguments == ("Hello", "Ada"))
  }

  @Test func someCallsFailAndTheOthersGoOn() async throws {
    mailbox.when(\.fetch).thenReturn(["Hello"]).failFirst(2, with: MailError.offline)
    await #expect(throws: MailError.offline) { try await mailbox.fetch("inbox") }
    await #expect(throws: MailError.offline) { try await mailbox.fetch("inbox") }
    #expect(try await mailbox.fetch("inbox") == ["Hello"])

    mailbox.when(\.delete).thenReturn().failEvery(3, with: .full)
    mailbox.when(\.send).thenReturn(1).failRandomly(0.2, seed: 42, with: MailError.offline)
    mailbox.when(\.fetch).delay(.milliseconds(1), clock: clock)

    for _ in 1...2 { #expect(throws: Never.self) { try mailbox.delete(1) } }
    #expect(throws: MailError.full) { try mailbox.delete(1) }
    let sent = (1...1_000).map { _ in try? mailbox.send("Hello", to: "Ada") }
    #expect((150...250).contains(sent.count { $0 == nil }))
    let start = clock.now
    #expect(try await mailbox.fetch("inbox") == ["Hello"])
    #expect(clock.now - start >= .milliseconds(1))
  }
}
