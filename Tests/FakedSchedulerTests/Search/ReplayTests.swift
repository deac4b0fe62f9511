import FakedScheduler
import Testing

@Suite struct ReplayTests {
  @Test(arguments: [
    "0: cbf29ce484222325", "14:3=1,7=2 9f3a21c4", "9:4=1 2b awaits", "9:4=1 2b awaits FakeA FakeB",
  ])
  func aTextIsReadAndWritten(_ text: String) throws {
    #expect(try Replay(text).description == text)
  }

  @Test(arguments: [
    "", "x", "3", "3:", "3:5=1 ff", "3:1=0 ff", "3:2=1,1=1 ff", "3:1 ff", "-1: ff", "3: ff other",
  ])
  func aBadTextIsAnError(_ text: String) {
    #expect {
      try Replay(text)
    } throws: { error in
      "\(error)" == """
        replaying: "\(text)" is not an order.
          Copy the text from the report of a failed exploration.
        """
    }
  }
}
