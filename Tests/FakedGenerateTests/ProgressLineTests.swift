import Faked
import Testing
import faked_generate

struct ProgressLineTests {
  private func output(of total: Int, isTerminal: Bool) -> [String] {
    let output = Captured<[String]>([])
    let progress = ProgressLine(total: total, isTerminal: isTerminal) { output.value.append($0) }
    for number in 1...total { progress.advance("P\(number)") }
    return output.value
  }

  @Test func fewProtocolsHaveNone() {
    #expect(output(of: 19, isTerminal: true).isEmpty)
    #expect(output(of: 100, isTerminal: false).isEmpty)
  }

  @Test func onATerminalItIsOneLineThatGoesInTheEnd() {
    let output = output(of: 20, isTerminal: true)
    #expect(output.count == 20)
    #expect(output[0] == "\u{1B}[2K\r1 of 20 protocols: P1")
    #expect(output[18] == "\u{1B}[2K\r19 of 20 protocols: P19")
    #expect(output[19] == "\u{1B}[2K\r")
  }

  @Test func elsewhereItIsALineNowAndThen() {
    #expect(
      output(of: 250, isTerminal: false) == ["100 of 250 protocols\n", "200 of 250 protocols\n"])
  }
}
