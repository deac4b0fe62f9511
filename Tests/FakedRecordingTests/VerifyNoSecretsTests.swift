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

  @Test(arguments: ["abc", " abc\n", "🔑🔑🔑"]) func aSecretThatIsTooShortIsAnError(secret: String) {
    #expect(
      throws: FakedError.invalidParameter(
        "\(secret.debugDescription) is too short to be found. Use at least 4 characters.")
    ) { try verifyNoSecrets(secret, inRecording: "stored.json") }
  }
}
