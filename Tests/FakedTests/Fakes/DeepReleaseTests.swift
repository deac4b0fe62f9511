import Faked
import TestSupport
import Testing

private struct Link: Faked {
  let instanceId = FakeInstance()
  let nextID: FunctionID<() -> Int, Returns> = "next"
  func next() -> Int { handleCall(\.nextID) }
}

struct DeepReleaseTests {
  @Test func fakesInTheStubsOfOtherFakesAreReleasedWithoutRecursion() {
    weak var first: FakeInstance?
    do {
      var last = Link()
      first = last.instanceId
      last.when(\.nextID) { 0 }
      for _ in 0..<20_000 {
        let link = Link()
        link.when(\.nextID) { [last] in last.next() + 1 }
        last = link
      }
    }
    #expect(first == nil)
  }

  @Test func aChainOfManyResponsesKeepsItsOrder() {
    let link = Link()
    let stub = link.when(\.nextID)
    for number in 0..<20_000 { stub.thenReturn(number) }
    #expect((0..<20_001).map { _ in link.next() } == Array(0..<20_000) + [19_999])
  }
}
