import FakedTesting
import Foundation
import Shapes
import Testing

@Suite(.faked) struct MethodShapeTests {
  @Test func methodsAreStubbedCountedAndVerified() async throws {
    let mailer = FakeMailer()
    mailer.when(\.send) { text, _ in text.count }
    mailer.when(\.flushID).thenReturn(true)
    #expect(try await mailer.send("Hello", to: "Ada") == 5)
    mailer.reset()
    mailer.flush()
    #expect(mailer.calls(to: \.send).map(\.arguments.1) == ["Ada"])
    mailer.verify(\.send, with: "Hello", "Ada")
    mailer.verify(\.resetID)
    mailer.verify(\.flushID)
  }

  @Test func typedErrorsStayTyped() async throws {
    let store = FakeStore()
    store.when(\.put).thenThrow(.full)
    store.when(\.map).thenReturn([1, 2])
    #expect(throws: StoreError.full) { try store.put("a") }
    try await store.fetch(URL(filePath: "/a"))
    #expect(store.map { $0 * 2 } == [2, 4])
    #expect(throws: StoreError.locked) { try store.map { _ in throw StoreError.locked } }
    #expect(store.calls(to: \.put).map(\.arguments) == ["a"])
    store.verify(\.fetch)
    store.verify(\.map, called: 2)
  }

  @Test func everyOverloadHasItsOwnID() throws {
    let settings = FakeSettings()
    settings.when(\.setIntFor).thenReturn()
    settings.when(\.setStringFor).thenReturn()
    settings.when(\.setAt).thenThrow(StoreError.locked)
    #expect(throws: Never.self) { try settings.load() }
    settings.when(\.loadID).thenThrow(StoreError.locked)
    #expect(throws: StoreError.locked) { try settings.load() }
    settings.when(\.loadID).thenReturn()
    settings.when(\.loadInt).thenReturn(1)
    settings.when(\.loadString).thenReturn("one")
    try settings.set(1, for: "a")
    try settings.set("b", for: "c")
    #expect(throws: StoreError.locked) { try settings.set("d", at: "e") }
    try settings.load()
    #expect(try settings.load("a") == 1)
    #expect(try settings.load("a") == "one")
    #expect(settings.calls(to: \.setStringFor).map(\.arguments.0) == ["b"])
    settings.verify(\.setIntFor, with: 1, "a")
    settings.verify(\.loadID, called: 3)
  }

  @Test func aMethodThatReturnsSelfReturnsTheFakeByDefault() {
    let mailer = FakeMailer()
    mailer.when(\.merged) { other in other == mailer ? 1 : 2 }
    #expect(mailer.filter("a").filter("b").merged(with: mailer) == 1)
    #expect(mailer.calls(to: \.filter).map(\.arguments) == ["a", "b"])
    mailer.tearDown()
  }
}
