import FakedScheduler
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct OrderPictureTests {
  private let root = OrderPicture.Branch(
    labels: [], passingCount: 3, brokenCount: 2,
    children: [
      .init(labels: ["get(\"<a> & b\")"], passingCount: 3, brokenCount: 0),
      .init(
        labels: ["refresh()", "step \"user\u{0} signs\nout\""], passingCount: 0, brokenCount: 2,
        children: [
          .init(labels: ["get(1)"], passingCount: 0, brokenCount: 1),
          .init(labels: ["get(2)"], passingCount: 0, brokenCount: 1),
        ]),
    ])

  @Test func eachBranchHasALineInItsColor() throws {
    let texts = try Texts(in: OrderPicture(title: "5 orders, 2 broken", root: root).svg)
    #expect(
      texts.all == [
        "title: 5 orders, 2 broken", "mixed: start", "passing: get(\"<a> & b\") ✓ 3 orders",
        "broken: refresh()", "broken: step \"user signs out\"", "broken: get(1) ✗",
        "broken: get(2) ✗",
      ])
  }

  @Test func thePictureFitsLightAndDarkPages() {
    let svg = OrderPicture(title: "", root: root).svg
    #expect(svg.contains("@media (prefers-color-scheme: dark)"))
  }

  @Test func manyLabelsAreCounted() throws {
    let branch = OrderPicture.Branch(
      labels: (1...9).map(String.init), passingCount: 1, brokenCount: 0)
    let texts = try Texts(in: OrderPicture(title: "t", root: branch).svg)
    #expect(texts.all.last == "passing: … and 3 more ✓")
    #expect(texts.all.count == 8)
  }

  @Test func aLongLabelIsCut() throws {
    let label = String(repeating: "x", count: 10_000)
    let branch = OrderPicture.Branch(labels: [label], passingCount: 1, brokenCount: 0)
    let texts = try Texts(in: OrderPicture(title: "t", root: branch).svg)
    #expect(texts.all.last == "passing: \(label.prefix(120))… ✓")
  }
}

/// The texts of an SVG document with their classes.
private final class Texts: NSObject, XMLParserDelegate {
  private(set) var all: [String] = []
  private var current: String?

  init(in svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    if !parser.parse() { throw try #require(parser.parserError) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "text" { current = (attributes["class"] ?? "") + ": " }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { current? += text }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text", let text = current { all.append(text) }
    if name == "text" { current = nil }
  }
}
