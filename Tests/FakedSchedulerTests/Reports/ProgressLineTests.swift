import Faked
import FakedScheduler
import Testing

@Suite struct ProgressLineTests {
  private let text = Captured("")
  private let time = Captured(ContinuousClock.now)

  private func makeLine() -> ProgressLine {
    ProgressLine(
      of: "exploreOrders", output: { [text] new in text.withValue { $0 += new } },
      now: { [time] in time.value })
  }

  @Test func theLineReplacesItself() {
    var line = makeLine()
    time.withValue { $0 += .seconds(2) }
    line.update(1_800, of: 5_040, brokenCount: 0)
    #expect(text.value == "\r\u{1B}[2KexploreOrders: 1,800 of 5,040, 0 broken")
    time.withValue { $0 += .milliseconds(100) }
    line.update(999, of: 1_000_000, brokenCount: 3)
    #expect(text.value.hasSuffix("\r\u{1B}[2KexploreOrders: 999 of 1,000,000, 3 broken"))
    line.end()
    #expect(text.value.hasSuffix("3 broken\r\u{1B}[2K"))
  }

  @Test func aShortExplorationShowsNothing() {
    var line = makeLine()
    time.withValue { $0 += .milliseconds(1_999) }
    line.update(1, of: 2, brokenCount: 0)
    line.end()
    #expect(text.value == "")
  }

  @Test func theLineIsWrittenTenTimesASecond() {
    var line = makeLine()
    time.withValue { $0 += .seconds(3) }
    for count in 0..<100 {
      line.update(count, of: 100, brokenCount: 0)
      time.withValue { $0 += .milliseconds(10) }
    }
    #expect(text.value.count { $0 == "\r" } == 10)
  }
}
