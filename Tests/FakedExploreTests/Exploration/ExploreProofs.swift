import FakedExplore
import Foundation
import TestSupport
import Testing
import XCTest

/// Makes two calls, and ignores a failure of the second one.
private func saveTwice(_ depot: FakeDepot) -> String? {
  let old = try? depot.load("old")
  return (try? depot.load("new")) == nil ? nil : old
}

/// Explorations that fail on purpose; `ExploreProofTests` runs them.
@Suite(.enabled(if: ChildProcess.isChild)) struct ExploreSwiftTestingProofs {
  @Test(.faked) func broken() async throws {
    try await exploreFaults {
      let text = saveTwice(FakeDepot())
      #expect(text == "old")
    }
  }

  @Test func passes() async throws {
    try await exploreFaults { _ = saveTwice(FakeDepot()) }
    try await exploreOrders { _ = try await FakeDepot().fetch("a") }
  }

  /// Passes if many runs of many tasks don't accumulate memory. Runs alone in its process.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")))
  func memory() async throws {
    func pages() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return try #require(Int(text.split(separator: " ")[1]))
    }
    func explore(runs: Int) async throws {
      for _ in 0..<runs / 20 {
        try await exploreOrders(limit: 20) {
          let depot = FakeDepot()
          async let a = depot.fetch("a")
          async let b = depot.fetch("b")
          for number in 0..<100 { await Task { _ = number }.value }
          _ = try await (a, b)
        }
      }
    }
    try await explore(runs: 100)
    let before = try pages()
    try await explore(runs: 600)
    let grown = (try pages() - before) * 4_096
    print("grown by \(grown) bytes")
    // 60,000 tasks.
    #expect(grown < 1_500_000)
  }

  @Test(arguments: [1, 2, 3]) func orders(_ number: Int) async throws {
    try await exploreOrders {
      let ends = await fetchAll("ab")
      if number == 2 { #expect(ends == "ab") }
    }
  }
}

final class ExploreXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testBroken() async throws {
    try await exploreFaults {
      let depot = FakeDepot()
      let text = saveTwice(depot)
      XCTAssertEqual(text, "old")
      depot.verify(\.load, called: 2)
      if text == nil { depot.verify(\.sizeID) }
    }
  }

  func testPasses() async throws {
    try await exploreFaults { _ = saveTwice(FakeDepot()) }
    try await exploreOrders { _ = try await FakeDepot().fetch("a") }
  }
}

@Suite(.enabled(if: ChildProcess.isChild)) struct OutsideAnExplorationProofs {
  private let fake = FakeDepot()

  @Test func inADetachedTaskOfTheScenario() async throws {
    try await exploreFaults {
      await Task.detached { [fake] in fake.verify(\.fetch) }.value
    }
  }
}
