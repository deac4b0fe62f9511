import DocumentationPages
import Foundation
import Testing

/// The rules that every page follows.
struct PageTests {
  @Test func thePagesAreShort() throws {
    let pages = try Documentation.pages()
    #expect(pages.count > 25)
    for page in pages {
      #expect(page.lines.count <= (page.name == "README" ? 281 : 251), "\(page.path)")
    }
  }

  @Test func thePagesUseTheGlossary() throws {
    let old = #/\b(?:teach|teaches|taught|untaught|lessons?|has no step)\b/#.ignoresCase()
    for page in try Documentation.pages() {
      for (index, line) in page.lines.enumerated() where line.contains(old) {
        Issue.record("\(page.path):\(index + 1): \(line)")
      }
    }
  }

  @Test func everyCodeBlockNamesItsLanguage() throws {
    let languages = ["swift", "text", "sh", "json", "yaml"]
    let attributes = ["setup", "shared", "compile-only", "main-actor"]
    for page in try Documentation.pages() {
      for block in page.blocks {
        #expect(languages.contains(block.language), "\(page.path):\(block.line)")
        let unknown = block.attributes.filter {
          !attributes.contains($0) && !$0.hasPrefix("fails=") && !$0.hasPrefix("at=")
        }
        #expect(unknown == [], "\(page.path):\(block.line)")
      }
    }
  }

  @Test func everyLinkHasATarget() throws {
    let pages = try Documentation.pages()
    for page in pages {
      let folder = Documentation.root.appending(path: page.path).deletingLastPathComponent()
      for link in page.text.matches(of: #/\]\(([^)#]+)[^)]*\)/#).map(\.output.1)
      where !link.contains("://") {
        let file = folder.appending(path: String(link))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page.path): \(link)")
      }
      for link in page.text.matches(of: #/<doc:([^>]+)>/#).map(\.output.1) {
        let name = link.split(separator: "/").last.map(String.init) ?? ""
        #expect(pages.contains { $0.name == name }, "\(page.path): \(link)")
      }
    }
  }

  @Test func everyNamedFileExists() throws {
    for page in try Documentation.pages() {
      let paths = page.lines.flatMap { codeSpans(in: $0) }.filter { span in
        ["Sources/", "Tests/", "Benchmarks/", ".ci/"].contains(where: span.hasPrefix)
          && !span.contains(" ")
      }
      for path in paths {
        let file = Documentation.root.appending(path: path).path
        #expect(FileManager.default.fileExists(atPath: file), "\(page.path): \(path)")
      }
    }
  }

  @Test func everyArticleIsOnTheLandingPage() throws {
    for catalog in Dictionary(grouping: try Documentation.pages(), by: \.catalog) {
      guard let name = catalog.key else { continue }
      let landing = try Documentation.page(name)
      for page in catalog.value where page.name != name && !page.text.hasPrefix("# ``") {
        #expect(landing.text.contains("- <doc:\(page.name)>"), "\(page.path)")
      }
    }
  }

  @Test func everyTranslatedLineIsCompiled() throws {
    let page = try Documentation.page("ComingFromAnotherLibrary")
    let code = page.blocks.map(\.text).joined(separator: "\n")
    let headings = page.lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    for row in headings.flatMap(page.rows(below:)) {
      for span in codeSpans(in: row.last ?? "") { #expect(code.contains(span), "\(span)") }
    }
  }
}

extension Page {
  /// The name of the catalog that contains the page.
  fileprivate var catalog: String? {
    path.split(separator: "/").first { $0.hasSuffix(".docc") }.map { String($0.dropLast(5)) }
  }
}
