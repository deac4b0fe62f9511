import FakedRecording
import Foundation
import TestSupport
import Testing

@Suite struct VerifyNoSecretsTests {
  @Test func aSecretInARecordingFailsTheTest() throws {
    let failures = try failures {
      try verifyNoSecrets("absent", "Zürich", inRecording: "stored.json")
    }
    #expect(
      failures.map(\.text) == [
        """
        Recordings/stored.json contains secret 2 of 2.
          Name its header or field in `redacting:`, record the file again, and replace the secret.
        """
      ])
  }

  @Test func aRecordingWithoutTheSecretPasses() throws {
    #expect(try failures { try verifyNoSecrets("hunter22", inRecording: "stored.json") } == [])
  }

  @Test(arguments: [false, true]) func anUnreadableFileFailsAPassingTest(
    hasThrown: Bool
  ) throws {
    let probe = ProbedScope()
    try probe.run { try verifyNoSecrets("hunter22", inRecording: "none.json") }
    let failures = probe.endWithTexts(hasThrown: hasThrown)
    #expect(failures.count == (hasThrown ? 0 : 1))
    #expect(
      failures.allSatisfy {
        $0.hasPrefix("Recordings/none.json can't be read. Record it first: ")
      })
  }

  @Test func theCheckRunsAfterARecorderThatTheTestCreatesLater() throws {
    let folder = URL(fileURLWithPath: "/tmp/faked-proofs/Recordings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let probe = ProbedScope()
    try probe.run {
      try verifyNoSecrets(
        "hunter22", inRecording: file.lastPathComponent,
        filePath: "/tmp/faked-proofs/Tests.swift")
      _ = probe.scope.atEnd { _ in
        try? Data("hunter22".utf8).write(to: file)
        return nil
      }
    }
    let failures = probe.endWithTexts()
    #expect(failures.count == 1 && failures[0].contains("contains secret 1 of 1."))
  }

  /// Checks a recording with that content for a secret.
  private func texts(of secret: String, in content: String, named name: String) throws
    -> [String]
  {
    let folder = URL(fileURLWithPath: "/tmp/faked-proofs/Recordings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(content.utf8).write(to: file)
    return try failures {
      try verifyNoSecrets(
        secret, inRecording: name, filePath: "/tmp/faked-proofs/Tests.swift")
    }.map(\.text)
  }

  @Test func anEscapedSecretInABase64BodyIsFound() throws {
    let body = Data(#"{"note": "pa\"ss\/word42"}"#.utf8).base64EncodedString()
    let failures = try texts(
      of: "pa\"ss/word42",
      in: #"{"log": {"entries": [{"content": {"encoding": "base64", "text": "\#(body)"}}]}}"#,
      named: "note.har")
    #expect(failures.map(\.first) == ["R"] && failures[0].contains("secret 1 of 1"))
  }

  @Test func aSecretInBinaryDataIsFound() throws {
    let data = try #require("hunter22".data(using: .utf16LittleEndian)).base64EncodedString()
    let failures = try texts(
      of: "hunter22", in: #"{"calls": [{"returned": "base64:\#(data)"}]}"#, named: "data.json")
    #expect(failures.map(\.first) == ["R"])
  }

  @Test(arguments: ["abc", " abc\n", "🔑🔑🔑"]) func aSecretThatIsTooShortIsAnError(secret: String) {
    #expect(
      throws: FakedError.invalidParameter(
        "\(secret.debugDescription) is too short to be found. Use at least 4 characters.")
    ) { try verifyNoSecrets(secret, inRecording: "stored.json") }
  }
}
