import FakedTesting
import Foundation
import Shapes
import Testing

@Suite(.faked) struct MethodShapeTests {
  @Test func methodsAreStubbedCountedAndChecked() async throws {
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

  @Test func everyOverloadHasAnIDOfItsOwn() throws {
    let settings = FakeSettings()
    settings.when(\.setInt).thenReturn()
    settings.when(\.setString).thenReturn()
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
    #expect(settings.calls(to: \.setString).map(\.arguments.0) == ["b"])
    settings.verify(\.setInt, with: 1, "a")
    settings.verify(\.loadID, called: 3)
  }

  @Test func wordsOfTheLanguageAreNames() {
    let words = FakeWords()
    words.when(\.repeat) { first, second in first - second }
    words.when(\.initID).thenReturn(1)
    words.when(\.ask) { $0 + $1 + $2 }
    words.when(\.getDefault).thenReturn(9)
    #expect(words.repeat(in: 5, default: 3) == 2)
    #expect(words.`init`() == 1)
    #expect(words.ask(1, where: 2, 3) == 6)
    #expect(words.default == 9)
    #expect(words.calls(to: \.ask).map(\.arguments.1) == [2])
    words.verify(\.repeat, with: 5, 3)
  }

  @Test func whatIsInheritedIsThereToo() throws {
    let files = FakeFiles()
    files.when(\.read) { key in key.count }
    files.when(\.write).thenReturn()
    #expect(try files.read("abc") == 3)
    try files.write("abc", 4)
    files.close()
    #expect(files.calls(to: \.write).map(\.arguments.1) == [4])
    files.verify(\.read, with: "abc")
    files.verify(\.closeID)
  }

  @Test func aNestedProtocolHasAFakeAtTheTop() {
    let inner = FakeOuterInner()
    inner.when(\.take) { [$0, $0] }
    #expect(inner.take(Outer.Nested()).count == 2)
    #expect(inner.calls(to: \.take).map(\.arguments) == [Outer.Nested()])
    inner.verify(\.take)
  }

  @Test func aResultOfTheFakesOwnTypeGoesOnByDefault() {
    let query = FakeQuery()
    query.when(\.merged) { other in other == query ? 1 : 2 }
    #expect(query.filter("a").filter("b").merged(with: query) == 1)
    #expect(query.calls(to: \.filter).map(\.arguments) == ["a", "b"])
    query.verify(\.merged)
    query.tearDown()
  }

  @Test func aNameOfTheLibraryIsToldApart() {
    let matcher = FakeMatcher()
    matcher.when(\.match) { $0.isEmpty }
    #expect(matcher.match(""))
    #expect(matcher.calls(to: \.match).map(\.arguments) == [""])
    matcher.verify(\.match, with: "")
  }

  @Test func whatComesLaterIsAvailable() {
    guard #available(macOS 13.3, iOS 16, *) else { return }
    let recent = FakeRecent()
    recent.when(\.recentID).thenReturn(1)
    #expect(recent.recent() == 1)
    #expect(recent.calls(to: \.recentID).count == 1)
    recent.verify(\.recentID)
  }
}
