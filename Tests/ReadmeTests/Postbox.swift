import Faked
import FakedTesting
import Testing

// Sources/Mail/Postbox.swift
protocol Postbox: Sendable {
  var isFull: Bool { get }
  func post(_ letter: String, to reader: String) async throws -> Int
  func post(_ letters: [String]) throws
  func empty()
}

struct FakePostbox: Postbox, Faked {
  struct IDs {
    let isFull: FunctionID<() -> Bool, Returns> = "isFull"
    let empty: FunctionID<() -> Void, Returns> = "empty"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let postTo: FunctionID<(String, String) -> Int, AsyncThrows> = "post(_:to:)"
  let post: FunctionID<([String]) -> Void, Throws> = "post(_:)"

  var isFull: Bool { handleCall(\.id.isFull) }

  func post(_ letter: String, to reader: String) async throws -> Int {
    try await handleCall(\.postTo, letter, reader)
  }

  func post(_ letters: [String]) throws { try handleCall(\.post, letters) }
  func empty() { handleCall(\.id.empty, default: ()) }
}

struct PostboxTests {
  @Test(.faked) func theLetterIsPosted() async throws {
    let postbox = FakePostbox()
    postbox.when(\.postTo) { letter, _ in letter.count }
    #expect(try await postbox.post("Hello", to: "Ada") == 5)
    postbox.verify(\.postTo, with: "Hello", "Ada")
  }
}
