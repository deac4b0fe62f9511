import FakedTesting
import Foundation

/// Fails the test if a recording contains a secret unchanged, percent-encoded, escaped, or in base64.
///
/// ```swift
/// try verifyNoSecrets("s3cr3t-t0ken", inRecording: "signIn.har")
/// ```
///
/// In a scope, the check runs at the end, after the test has written its recordings.
///
/// See <doc:RecordingAndReplaying>.
///
/// - Parameters:
///   - secrets: The values that must not be in the file. Each has at least 4 characters.
///   - file: The name of the file in `Recordings` next to the test file, with its extension: `"signIn.har"`.
/// - Throws: `FakedError.invalidParameter` if a secret is shorter.
public func verifyNoSecrets(
  _ secrets: String..., inRecording file: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
  if let short = secrets.first(where: { !SecretValues.isLongEnough($0) }) {
    throw FakedError.invalidParameter(
      "\(short.debugDescription) is too short to be found. Use at least "
        + "\(SecretValues.shortest) characters.")
  }
  let check = SecretsCheck(
    secrets: secrets, file: file, site: SourceLine(fileID, filePath, line, column))
  if let scope = TestScope.current {
    // A test that failed may not have written the file.
    let waits = scope.atEnd(isLast: true) { [unowned scope] hasThrown in
      check.failure(isOptional: hasThrown || scope.hasFailed)
    }
    if waits { return }
  }
  if let failure = check.failure(isOptional: false) {
    FailureReporter.report(failure.message, at: check.site, ownedBy: nil)
  }
}

/// A check of one file.
private struct SecretsCheck {
  let secrets: [String]
  let file: String
  let site: SourceLine

  /// Returns the failure for a file that contains a secret or can't be read.
  ///
  /// - Parameter isOptional: A Boolean value that indicates whether the file may be missing.
  func failure(isOptional: Bool) -> ScopeFailure? {
    let shortPath = "Recordings/\(file)"
    let url = URL(fileURLWithPath: site.filePath.description).deletingLastPathComponent()
      .appendingPathComponent(shortPath)
    guard let bytes = try? Data(contentsOf: url) else {
      if isOptional { return nil }
      return ScopeFailure(
        "\(shortPath) can't be read. Record it first: \(url.path)", at: site)
    }
    // A body in base64 may contain a secret with escapes.
    let texts = [bytes] + ((try? JSON(parsing: bytes))?.base64Bodies ?? [])
    // The failure doesn't show the secret.
    let found = secrets.indices.filter { index in
      let value = SecretValues([secrets[index]])
      return texts.contains(where: value.isIn)
    }.map { "\($0 + 1)" }
    guard !found.isEmpty else { return nil }
    return ScopeFailure(
      """
      \(shortPath) contains \(found.count == 1 ? "secret" : "secrets") \(found.joined(separator: ", ")) of \
      \(secrets.count).
        Name its header or field in `redacting:`, record the file again, and replace the secret.
      """, at: site)
  }
}

extension JSON {
  /// The bodies of an archive and the data of a recording that are written in base64.
  fileprivate var base64Bodies: [Data] {
    if let elements { return elements.flatMap(\.base64Bodies) }
    if let string, string.hasPrefix("base64:") {
      return Data(base64Encoded: String(string.dropFirst(7))).map { [$0] } ?? []
    }
    let body = (self["text"]?.string).flatMap {
      Data(base64Encoded: $0, options: .ignoreUnknownCharacters)
    }
    return (members ?? [:]).values.flatMap(\.base64Bodies) + (body.map { [$0] } ?? [])
  }
}
