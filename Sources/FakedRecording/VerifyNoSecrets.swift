import FakedTesting
import Foundation

/// Fails the test if a recording contains a secret, as it is or percent-encoded, escaped, or in base64.
///
/// ```swift
/// try verifyNoSecrets("s3cr3t-t0ken", inRecording: "signIn.har")
/// ```
///
/// See <doc:RecordingHTTP>.
///
/// - Parameters:
///   - secrets: The values that must not be in the file. Each has at least 4 characters.
///   - file: The name of the file in `Recordings` beside the test file, with its extension: `"signIn.har"`.
/// - Throws: `FakedError.invalidParameter` if the file can't be read, or if a secret is shorter.
public func verifyNoSecrets(
  _ secrets: String..., inRecording file: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
  if let short = secrets.first(where: { $0.count < SecretValues.shortest }) {
    throw FakedError.invalidParameter(
      "\(short.debugDescription) is too short to be found. Use at least "
        + "\(SecretValues.shortest) characters.")
  }
  let shortPath = "Recordings/\(file)"
  let url = URL(fileURLWithPath: filePath.description).deletingLastPathComponent()
    .appendingPathComponent(shortPath)
  guard let bytes = try? Data(contentsOf: url) else {
    throw FakedError.invalidParameter("\(shortPath) can't be read. Record it first: \(url.path)")
  }
  // The failure doesn't show the secret.
  let found = secrets.indices.filter { SecretValues([secrets[$0]]).isIn(bytes) }.map { "\($0 + 1)" }
  guard !found.isEmpty else { return }
  let message = """
    \(shortPath) contains \(found.count == 1 ? "secret" : "secrets") \(found.joined(separator: ", ")) of \
    \(secrets.count).
      Name its header or field in `redacting:`, record the file again, and replace the secret.
    """
  let site = SourceLine(fileID, filePath, line, column)
  FailureReporter.report(message, at: site, ownedBy: nil)
}
