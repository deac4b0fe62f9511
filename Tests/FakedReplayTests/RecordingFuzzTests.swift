import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

/// Random bytes instead of a recording.
@Suite struct RecordingFuzzTests {
  @Test func everyRecordingIsReadOrRefused() async throws {
    let folder = TemporaryFolder()
    let file = folder.file("a.json")
    let url = URL(fileURLWithPath: file.path)
    try await Fuzz("recordings").run { random in
      Array(Self.example.utf8).mutated(Self.words, using: &random)
    } read: { bytes in
      try Data(bytes).write(to: url)
      let json: JSON?
      do { json = try read(file) } catch {
        let places = ["is not JSON", "`\"format\"", "has version", "`calls`", "calls["]
        if places.contains(where: "\(error)".contains) { return false }
        throw Fuzz.Flaw("the error names no place: \(error)")
      }
      guard let json else { throw Fuzz.Flaw("the file is gone") }
      try file.replace { json }
      guard let again = try read(file), again.text == json.text, again == json else {
        throw Fuzz.Flaw("written again, it is another recording")
      }
      return true
    }
  }

  private func read(_ file: RecordingFile) throws -> JSON? {
    _ = try Recorder(file, CallFormat(), mode: .none, test: "a()")
    return try file.read()
  }

  private static let words = [
    "\\u0041", "\\u+123", "\\uD83D\\uDE00", "\\", "null", "false", "{}", "[]", "\"", ",", ":", "é",
    #","x": 1e2"#, #""threw": {"E": 1}"#, "}]}", "\n",
  ]

  private static let example = #"""
    {"format": "Faked recording", "version": 1, "calls": [
      {"function": "forecast(for:)", "arguments": ["Bern", 1, -0.5, [true, null]], "returned":
        {"text": "sunny\t\u00e9", "days": [{"high": 21.5e0}, {}]}},
      {"function": "a", "arguments": [], "threw": {"URLError": -1001}}]}
    """#
}
