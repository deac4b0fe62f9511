import FakedTesting
import TestSupport
import Testing

/// A `String` property that is passed instead of its getter's ID, which the compiler accepts.
struct PropertyAsIDTests {
  private struct FakeProfile: Faked {
    let instanceId = FakeInstance()
    let getName: FunctionID<() -> String, Returns> = "name"
    let rename = "rename(_:)"
    var name: String { handleCall(\.getName) }
    func rename(_ name: String) throws { try handleCall(\.rename, params: name) }
  }

  @Test func aPropertyIsNoID() {
    let line = #line + 6
    let found = failures {
      withFakedScope(.lenient) {
        let profile = FakeProfile()
        profile.when(\.getName).thenReturn("Ada")
        _ = profile.name
        profile.verify(\.name, called: .never)
        profile.when(\.name) { _, _ in "Bob" }
        profile.when(\.name, with: 1).thenReturn("Bob")
        profile.verify(\.name, called: .never, with: "Ada")
        profile.verify(\.name, called: .never) { $0.isEmpty }
        profile.hold(\.name).release()
      }
    }
    let text =
      "The key path is a property, whose getter calls FakeProfile.name. Write its ID instead: \\.getName."
    #expect(found == (0..<6).map { ReportedFailure(text: text, line: line + $0) })
  }

  @Test func aStringIDIsNoProperty() throws {
    let found = try failures {
      try withFakedScope(.lenient) {
        let profile = FakeProfile()
        profile.when(\.getName).thenReturn("rename(_:)")
        _ = profile.name
        profile.when(\.rename) { _, _ in }
        try profile.rename("Ada")
        profile.verify(\.rename)
      }
    }
    #expect(found == [])
  }
}
