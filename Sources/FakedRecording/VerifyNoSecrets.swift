import FakedTesting
import Foundation

/// Fails the test if a recording contains a secret, as it is or percent-encoded, escaped, or in base64.
///
/// ```swift
/// try verifyNoSecrets("s3cr3t-t0ken", inRecording: "signIn.har")
/// ```
///
/// In a test that records the file, with `FAKED_RECORD=all` or `missing`, the check waits for the end of the scope,
/// which writes the file.
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
  let check = SecretsCheck(
    secrets: secrets, file: file, site: SourceLine(fileID, filePath, line, column))
  let mode = try RecordingMode.current()
  // A test that fails may not have written the file.
  if mode == .all || mode == .missing, let scope = TestScope.current,
    scope.atEnd({ _ in try? check.failure() })
  {
    return
  }
  if let failure = try check.failure() {
    FailureReporter.report(failure.message, at: check.site, ownedBy: nil)
  }
}

/// A check of one file.
private struct SecretsCheck {
  let secrets: [String]
  let file: String
  let site: SourceLine

  /// Returns the failure of a file with secrets.
  func failure() throws -> ScopeFailure? {
    let shortPath = "Recordings/\(file)"
    let url = URL(fileURLWithPath: site.filePath.description).deletingLastPathComponent()
      .appendingPathComponent(shortPath)
    guard let bytes = try? Data(contentsOf: url) else {
      throw FakedError.invalidParameter("\(shortPath) can't be read. Record it first: \(url.path)")
    }
    // The failure doesn't show the secret.
    let found = secrets.indices.filter { SecretValues([secrets[$0]]).isIn(bytes) }
      .map { "\($0 + 1)" }
    guard !found.isEmpty else { return nil }
    return ScopeFailure(
      """
      \(shortPath) contains \(found.count == 1 ? "secret" : "secrets") \(found.joined(separator: ", ")) of \
      \(secrets.count).
        Name its header or field in `redacting:`, record the file again, and replace the secret.
      """, at: site)
  }
}
