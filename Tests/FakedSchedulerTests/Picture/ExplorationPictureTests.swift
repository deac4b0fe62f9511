import Faked
import FakedScheduler
import Testing

@Suite struct ExplorationPictureTests {
  /// Explores three requests, and breaks all orders in which the last one comes first.
  private func explore() async throws -> (svg: String, sentence: String?) {
    let explorer = OrderExplorer {
      await eventsOfThreeTasks().hasPrefix("c") ? ["c comes first"] : []
    }
    let explored = try await explorer.explore()
    let picture = try #require(ExplorationPicture(of: explored, explorer))
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

  @Test(.enabled(if: TaskControl.isComplete))
  func thePictureShowsTasksIfNoEventDecides() async throws {
    let explorer = OrderExplorer {
      let text = SharedText()
      async let first: Void = text.add("a")
      async let second: Void = text.add("b")
      _ = await (first, second)
      return text.text == "ba" ? ["b comes first"] : []
    }
    let explored = try await explorer.explore()
    let picture = try #require(ExplorationPicture(of: explored, explorer))
    let svg = await picture.draw(title: "orders").svg
    for name in ["task 1", "task 2"] { #expect(svg.contains(">\(name)"), "\(svg)") }
  }

  @Test(arguments: [8, 16, 32, 5_000])
  func theOrderThatEndsAnExplorationIsNotRunAgain(_ limit: Int) async throws {
    let brokenCount = Locked(0)
    var options = OrderExplorer.Options()
    options.stopsAtFailure = true
    // With a low limit, most orders are a sample.
    options.limit = limit
    let explorer = OrderExplorer(options) {
      let isBroken = await eventsOfThreeTasks().hasPrefix("c")
      if isBroken { brokenCount.withLock { $0 += 1 } }
      return isBroken ? ["c comes first"] : []
    }
    let explored = try await explorer.explore()
    _ = await explorer.story(of: explored.sortedFailures[0].simplest, in: explored)
    let picture = try #require(ExplorationPicture(of: explored, explorer))
    let svg = await picture.draw(title: "orders").svg
    #expect(svg.contains("class=\"broken\"") && svg.contains("class=\"passing\""))
    #expect(brokenCount.withLock { $0 } == 1)
  }

  @Test func thePictureIsTheSameInEachRun() async throws {
    let first = try await explore()
    let second = try await explore()
    #expect(first == second)
  }

  @Test func thereIsNoSentenceIfAnEndlessOrderEndsTheExploration() async throws {
    var options = OrderExplorer.Options()
    options.run.steps = 500
    let explorer = OrderExplorer(options) {
      while !Task.isCancelled { await Task.yield() }
      return []
    }
    let explored = try await explorer.explore()
    #expect(explored.hasEndlessOrder)
    let picture = try #require(ExplorationPicture(of: explored, explorer))
    #expect(await picture.draw(title: "orders").sentence == nil)
  }

  @Test func anExplorationThatPassesHasNone() async throws {
    let explorer = OrderExplorer { [] }
    let explored = try await explorer.explore()
    let hasPicture = ExplorationPicture(of: explored, explorer) != nil
    #expect(!hasPicture)
  }
}
