import TestSupport
import Testing
import faked_generate

struct LexerTests {
  @Test(arguments: [
    ("a.b", ["a", ".", "b"]), ("/* a /* b */ c */ d", ["d"]), ("a // b\nc", ["a", "c"]),
    ("\"a \\\" b\" c", ["\"a \\\" b\"", "c"]),
    ("\"\"\"\nimport A\n\"\"\" b", ["\"\"\"\nimport A\n\"\"\"", "b"]),
    ("#\"a \" b\"# c", ["#\"a \" b\"#", "c"]),
    ("\"a \\(b(\"c\") + d) e\" f", ["\"a \\(b(\"c\") + d) e\"", "f"]),
    ("#/ \" /# a", ["#/ \" /#", "a"]), ("#if os(Linux)", ["#if", "os", "(", "Linux", ")"]),
    ("`a b` c", ["`a b`", "c"]), ("\"a\nb", ["\"a", "b"]), ("/* a", []), ("\"\"\"", ["\"\"\""]),
    ("= /#if \" \\/ \\/*/ a", ["=", "/#if \" \\/ \\/*/", "a"]),
    ("(/, /)", ["(", "/", ",", "/", ")"]),
    ("a / b /* c */ / d", ["a", "/", "b", "/", "d"]), ("a /b\n/ c", ["a", "/", "b", "/", "c"]),
    ("größe🎉 = 1", ["größe🎉", "=", "1"]),
    ("a -> b... == c", ["a", "->", "b", "...", "==", "c"]),
  ]) func commentsAndStringsAreNotCode(source: String, tokens: [String]) {
    #expect(Lexer.texts(of: source) == tokens)
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
      !Lexer.texts(of: source).isEmpty
    }
  }
}
