import Faked
import FakedScheduler
import Testing

@Suite struct ProgressTests {
  private static let start = ContinuousClock.now

  @Test(arguments: [true, false]) func aLongExplorationShowsItsProgress(isTerminal: Bool) {
    let (output, time) = (Captured(""), Captured(Duration.zero))
    let progress = Progress(
      of: "exploreOrders", isTerminal: isTerminal,
      write: { text in output.withValue { $0 += text } },
      now: { Self.start.advanced(by: time.value) })
    for second in 0..<25 {
      time.value = .seconds(second)
      progress.update(1_000 + second, of: 5_000, brokenCount: 3)
    }
    progress.end()
    let lines = output.value.split(whereSeparator: \.isNewline)
    if isTerminal {
      #expect(output.value.hasPrefix("\r\u{1B}[2KexploreOrders: 1,002 of 5,000, 3 broken"))
      #expect(output.value.hasSuffix("\r\u{1B}[2K"))
    } else {
      #expect(
        lines == [
          "exploreOrders: 1,010 of 5,000, 3 broken", "exploreOrders: 1,020 of 5,000, 3 broken",
        ])
    }
  }

  @Test func aShortExplorationShowsNothing() {
    let output = Captured("")
    let progress = Progress(
      of: "exploreOrders", isTerminal: true, write: { text in output.withValue { $0 += text } },
      now: { Self.start })
    progress.update(1, of: 2, brokenCount: 0)
    progress.end()
    #expect(output.value.isEmpty)
  }
}
