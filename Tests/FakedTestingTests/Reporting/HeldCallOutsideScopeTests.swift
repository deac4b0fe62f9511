import FakedTesting
import TestSupport
import Testing

struct HeldCallOutsideScopeTests {
  private let fake = FakeDepot()

  @Test func resumingACanceledCallOutsideAScopeFailsTheTest() async throws {
    let held = fake.hold(\.fetch)
    let task = Task { [fake] in try await fake.fetch("a") }
    let call = try await held.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let line = #line + 2
    withKnownIssue {
      call.resume(returning: "late")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments == [
          """
          FakeDepot.fetch("a") cannot be resumed at HeldCallOutsideScopeTests.swift:\(line): its task was canceled, and it threw `CancellationError`.
            `held.cancelled` contains such calls. If they should wait for the test anyway, write `hold(…, cancellation: .ignored)`.
          """
        ]
    }
  }
}
