import TestSupport
import Testing
import faked_generate

struct SourceLexerTests {
  @Test(arguments: [
    ("a.b", ["a", ".", "b"]), ("/* a /* b */ c */ d", ["d"]), ("a // b\nc", ["a", "c"]),
    ("\"a \\\" b\" c", ["\"", "c"]), ("\"\"\"\nimport A\n\"\"\" b", ["\"", "b"]),
    ("#\"a \" b\"# c", ["\"", "c"]), ("\"a \\(b(\"c\") + d) e\" f", ["\"", "f"]),
    ("#/ \" /# a", ["\"", "a"]), ("#if os(Linux)", ["#if", "os", "(", "Linux", ")"]),
    ("`a b` c", ["`a b`", "c"]), ("\"a\nb", ["\"", "b"]), ("/* a", []), ("\"\"\"", ["\""]),
    ("= /#if \" \\/ \\/*/ a", ["=", "\"", "a"]), ("(/, /)", ["(", "/", ",", "/", ")"]),
    ("a / b /* c */ / d", ["a", "/", "b", "/", "d"]), ("a /b\n/ c", ["a", "/", "b", "/", "c"]),
    ("größe🎉 = 1", ["größe🎉", "=", "1"]),
  ]) func commentsAndStringsAreNotCode(source: String, tokens: [String]) {
    #expect(SourceLexer.texts(of: source) == tokens)
  }

  @Test func randomSourcesAreRead() async throws {
    let parts = [
      "\"", "\"\"\"", "#\"", "\"#", "\\(", ")", "/*", "*/", "//", "\n", "#/", "/#", "/", "\\", "a",
    ]
    try await Fuzz("sources").run { random in
      (0..<Int.random(in: 0...30, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
    } read: { source in
      !SourceLexer.texts(of: source).isEmpty
    }
  }
}
