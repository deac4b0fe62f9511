import Faked
import FakedExplore
import Testing

@Suite struct ExplorationPictureTests {
  /// Explores three requests, and breaks all orders in which the last one comes first.
  private func explore() async throws -> (svg: String, sentence: String?) {
    let explorer = OrderExplorer {
      let log = SharedText()
      @Sendable func request(_ name: String) async {
        await Scheduler.current?.event(named: name)
        log.add(name)
      }
      async let first: Void = request("a")
      async let second: Void = request("b")
      async let third: Void = request("c")
      _ = await (first, second, third)
      return log.text.hasPrefix("c") ? ["c comes first"] : []
    }
    let findings = try await explorer.explore()
    let picture = try #require(ExplorationPicture(of: findings, explorer))
    return await picture.draw(title: "orders")
  }

  @Test func thePictureShowsEachEvent() async throws {
    let (svg, _) = try await explore()
    for name in ["a", "b", "c"] { #expect(svg.contains(">\(name)")) }
    #expect(svg.contains("class=\"broken\""))
    #expect(svg.contains("class=\"passing\""))
  }

  @Test func theSentenceNamesTheBeginningThatBreaks() async throws {
    let sentence = try await explore().sentence
    if ExactOrders.areKnown { #expect(sentence == "All 48 orders that begin with `c` break.") }
  }

  @Test func thePictureIsTheSameInEachRun() async throws {
    let first = try await explore()
    let second = try await explore()
    #expect(first == second)
  }

  @Test func anExplorationThatPassesHasNone() async throws {
    let explorer = OrderExplorer { [] }
    let findings = try await explorer.explore()
    let hasPicture = ExplorationPicture(of: findings, explorer) != nil
    #expect(!hasPicture)
  }
}
