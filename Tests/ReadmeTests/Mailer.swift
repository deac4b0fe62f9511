import Faked

protocol Mailer {
  func send(_ text: String, to reader: String) async throws -> Int
}

struct FakeMailer: Mailer, Faked {
  let instanceId = FakeInstance()
  let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send"
  func send(_ text: String, to reader: String) async throws -> Int {
    try await handleCall(\.send, text, reader)
  }
}

struct SpyMailer: Mailer, Faked {
  let instanceId = FakeInstance()
  let real: any Mailer & Sendable
  let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send"
  func send(_ text: String, to reader: String) async throws -> Int {
    try await handleCall(\.send, text, reader, default: await real.send(text, to: reader))
  }
}

struct RealMailer: Mailer {
  func send(_ text: String, to reader: String) async throws -> Int { text.count }
}
