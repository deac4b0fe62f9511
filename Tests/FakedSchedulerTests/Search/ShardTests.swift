import Faked
import FakedScheduler
import Testing

@Suite struct ShardTests {
  @Test func allShardsTogetherRunEveryOrderOnce() async throws {
    let whole = try await explore(shard: nil)
    var orders = 0
    var failures = 0
    for number in 1...8 {
      let part = try await explore(shard: Shard("\(number)/8"))
      orders += part.orderCount
      failures += part.failureCount
    }
    #expect(orders == whole.orderCount)
    #expect(failures == whole.failureCount)
  }

  @Test func eachShardRunsAFairPart() async throws {
    let whole = try await explore(shard: nil).orderCount
    for number in 1...4 {
      let part = try await explore(shard: Shard("\(number)/4")).orderCount
      #expect(part > whole / 10)
      #expect(part < whole / 2)
    }
  }

  @Test func eachShardRunsASampleOfItsOwn() async throws {
    var samples: Set<String> = []
    for number in 1...4 {
      var options = OrderExplorer.Options()
      options.shard = try Shard("\(number)/4")
      options.limit = 20
      let orders = Locked<[String]>([])
      _ = try await OrderExplorer(options) {
        let text = SharedText()
        let tasks = "abcdefgh".map { name in Task { text.add("\(name)") } }
        for task in tasks { await task.value }
        orders.withLock { $0.append(text.text) }
        return []
      }.explore()
      samples.formUnion(orders.withLock { $0.suffix(10) })
    }
    #expect(samples.count > 36, "almost all of the 40 orders differ")
  }

  @Test(arguments: ["", "3", "0/8", "9/8", "a/b", "1/0", "1/2/3"])
  func aBadShardIsAnError(_ text: String) {
    #expect {
      try Shard(text)
    } throws: { error in
      "\(error)"
        == "FAKED_SHARD=\(text) is not a shard. Use a number and a count, such as 3/8."
    }
  }

  private func explore(shard: Shard?) async throws -> ExploredOrders {
    var options = OrderExplorer.Options()
    options.shard = shard
    return try await OrderExplorer(options) {
      let text = SharedText()
      let tasks = ["a", "b", "c"].map { name in
        Task {
          text.add(name)
          await Task.yield()
          text.add(name)
        }
      }
      for task in tasks { await task.value }
      return text.text == "aabbcc" ? [] : [text.text]
    }.explore()
  }
}
