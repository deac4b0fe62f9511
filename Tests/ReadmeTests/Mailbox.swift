import Faked

enum MailError: Error { case full, offline }

protocol Mailbox: Sendable {
  func send(_ text: String, to reader: String) throws -> Int
  func fetch(_ folder: String) async throws -> [String]
  func delete(_ id: Int) throws(MailError)
  func unread() -> Int
}

struct FakeMailbox: Mailbox, Faked {
  let instanceId = FakeInstance()
  let send: FunctionID<(String, String) -> Int, Throws> = "send"
  let fetch: FunctionID<(String) -> [String], AsyncThrows> = "fetch"
  let delete: FunctionID<(Int) -> Void, ThrowsOnly<MailError>> = "delete"
  let unreadID: FunctionID<() -> Int, Returns> = "unread"

  func send(_ text: String, to reader: String) throws -> Int {
    try handleCall(\.send, text, reader)
  }
  func fetch(_ folder: String) async throws -> [String] { try await handleCall(\.fetch, folder) }
  func delete(_ id: Int) throws(MailError) { try handleCall(\.delete, id) }
  func unread() -> Int { handleCall(\.unreadID) }
}

struct Digest {
  let mailbox: any Mailbox
  func text() async throws -> String {
    let letters = try await mailbox.fetch("inbox")
    return "\(letters.count) letters, \(mailbox.unread()) of them new"
  }
}
