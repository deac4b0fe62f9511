import FakedExplore
import Foundation
import TestSupport
import Testing

private actor Ledger { func add(_ number: Int) {} }

private typealias Controlled<Elements> = (
  stream: Elements, yield: @Sendable (Int) -> Void, finish: @Sendable () -> Void
)

/// Explores a reader of a stream that keeps only its oldest element.
///
/// - Parameters:
///   - makeStream: Creates the stream.
///   - read: Starts the producer, and reads the stream. Between the two, it must not call an async function, before
///     which the producer could run.
/// - Returns: The last element in each of the orders.
private func lastElements<Elements: Sendable>(
  of makeStream: @escaping @Sendable () -> Controlled<Elements>,
  _ read: @escaping @Sendable (_ start: @Sendable () -> Elements) async throws -> Int
) async throws -> Set<Int> {
  let last = Captured<Set<Int>>([])
  _ = try await explored {
    try await exploreOrders {
      let producer = Captured<Task<Void, Never>?>(nil)
      let number = try await read {
        let (stream, yield, finish) = makeStream()
        producer.value = Task {
          yield(1)
          await Ledger().add(1)
          yield(2)
          finish()
        }
        return stream
      }
      last.withValue { _ = $0.insert(number) }
      await producer.value?.value
    }
  }
  return last.value
}

private typealias Stream = AsyncStream<Int>
private typealias FallibleStream = AsyncThrowingStream<Int, any Error>

/// Before a task waits for the first element of a sequence, other tasks may fill a buffer.
@Suite(
  .enabled(
    if: AwaitPoints.make() != nil && TaskControl.isComplete && CallSiteTable.hasLines))
struct ElementWaitTests {
  private func expectBothElements<Elements: Sendable>(
    of makeStream: @escaping @Sendable () -> Controlled<Elements>,
    in readers: [String: @Sendable (_ start: @Sendable () -> Elements) async throws -> Int]
  ) async throws {
    for (name, read) in readers {
      let last = try await lastElements(of: makeStream, read)
      #expect(last == [1, 2], "\(name)")
    }
  }

  private func expectBothElements(
    in readers: [String: @Sendable (_ start: @Sendable () -> Stream) async throws -> Int]
  ) async throws {
    try await expectBothElements(
      of: {
        let (stream, elements) = Stream.makeStream(bufferingPolicy: .bufferingOldest(1))
        return (stream, { elements.yield($0) }, { elements.finish() })
      }, in: readers)
  }

  @Test func aStreamCanFillBeforeItsFirstWait() async throws {
    try await expectBothElements(in: [
      "for": { start in
        var last = 0
        for await number in start() { last = number }
        return last
      },
      "next": { start in
        var (last, iterator) = (0, start().makeAsyncIterator())
        while let number = await iterator.next() { last = number }
        return last
      },
    ])
  }

  @Test func anAdaptedStreamCanFillBeforeItsFirstWait() async throws {
    try await expectBothElements(in: [
      "map": { start in
        var last = 0
        for await number in start().map({ $0 }) { last = number }
        return last
      },
      "map on the main actor": { @MainActor start in
        var last = 0
        for await number in start().map({ $0 }) { last = number }
        return last
      },
      "next of map": { start in
        var (last, iterator) = (0, start().map { $0 }.makeAsyncIterator())
        while let number = await iterator.next() { last = number }
        return last
      },
      "next of prefix": { start in
        var (last, iterator) = (0, start().prefix(2).makeAsyncIterator())
        while let number = await iterator.next() { last = number }
        return last
      },
    ])
  }

  @Test func aSequenceOfUnknownTypeCanFillBeforeItsFirstWait() async throws {
    try await expectBothElements(in: [
      "for": { start in
        let numbers: any AsyncSequence = start()
        var last = 0
        for try await number in numbers { last = number as? Int ?? 0 }
        return last
      },
      "for on the main actor": { @MainActor start in
        let numbers: any AsyncSequence = start()
        var last = 0
        for try await number in numbers { last = number as? Int ?? 0 }
        return last
      },
      "next": { start in
        let numbers: any AsyncSequence = start()
        var (last, iterator): (Int, any AsyncIteratorProtocol) = (0, numbers.makeAsyncIterator())
        while let number = try await iterator.next() as? Int { last = number }
        return last
      },
    ])
  }

  @Test func aStreamCanFillBeforeAFunctionReadsIt() async throws {
    try await expectBothElements(in: [
      "first": { await $0().first { $0 == 2 } ?? 1 },
      "contains": { await $0().contains(2) ? 2 : 1 },
      "reduce": { await $0().reduce(0) { $1 } },
      "reduce(into:)": { await $0().reduce(into: 0) { $0 = $1 } },
    ])
  }

  @Test func aStreamThatCanFailCanFillBeforeItsFirstWait() async throws {
    let readers: [String: @Sendable (_ start: @Sendable () -> FallibleStream) async throws -> Int] =
      [
        "for": { start in
          var last = 0
          for try await number in start() { last = number }
          return last
        },
        "for on the main actor": { @MainActor start in
          var last = 0
          for try await number in start() { last = number }
          return last
        },
        "next": { start in
          var (last, iterator) = (0, start().makeAsyncIterator())
          while let number = try await iterator.next() { last = number }
          return last
        },
      ]
    try await expectBothElements(
      of: {
        let (stream, elements) = FallibleStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        return (stream, { elements.yield($0) }, { elements.finish() })
      }, in: readers)
  }

  @Test func aWaitForAnElementKeepsTheMainActor() async throws {
    let readers: [@MainActor @Sendable () async throws -> Void] = [
      { for await _ in Ones().prefix(1) {} },
      { for try await _ in Ones() as any AsyncSequence { break } },
    ]
    for read in readers {
      let logs = try await logs { log in
        async let other = MainActor.run { log.withValue { $0.append("other") } }
        try await readOneElement(log, read)
        await other
      }
      #expect(logs == [["before", "after", "other"], ["other", "before", "after"]])
    }
  }

  /// The functions of the runtime that pass on or read elements, and the minimum sizes of their frames.
  private static let replaced: [String: UInt32] = {
    var functions: [String: UInt32] = [:]
    for (type, element, error) in [
      ("16AsyncMapSequence", "q_", "7FailureQzY"),
      ("19AsyncFilterSequence", "7ElementQz", "7FailureQzY"),
      ("23AsyncCompactMapSequence", "q_", "7FailureQzY"),
      ("20AsyncFlatMapSequence", "7ElementQy_", "7FailureQzY"),
      ("19AsyncPrefixSequence", "7ElementQz", "7FailureQzY"),
      ("24AsyncPrefixWhileSequence", "7ElementQz", "7FailureQzY"),
      ("22AsyncDropFirstSequence", "7ElementQz", "7FailureQzY"),
      ("22AsyncDropWhileSequence", "7ElementQz", "7FailureQzY"),
      ("24AsyncThrowingMapSequence", "q_", ""),
      ("27AsyncThrowingFilterSequence", "7ElementQz", ""),
      ("31AsyncThrowingCompactMapSequence", "q_", ""),
      ("28AsyncThrowingFlatMapSequence", "7ElementQy_", ""),
      ("32AsyncThrowingPrefixWhileSequence", "7ElementQz", ""),
      ("30AsyncThrowingDropWhileSequence", "7ElementQz", ""),
    ] {
      functions["$ss\(type)V8IteratorV4next9isolation\(element)SgScA_pSgYi_tYa\(error)KF"] = 72
      let isSmall = type == "19AsyncPrefixSequence"
      functions["$ss\(type)V8IteratorV4next\(element)SgyYaKF"] = isSmall ? 40 : 72
    }
    for name in [
      "E10allSatisfyyS2b7ElementQzYaKXEYaKF", "E8contains5whereS2b7ElementQzYaKXE_tYaKF",
      "SQ7ElementRpzrlE8containsySbABYaKF", "E5first5where7ElementQzSgSbADYaKXE_tYaKF",
      "E3max2by7ElementQzSgSbAD_ADtYaKXE_tYaKF", "SL7ElementRpzrlE3maxABSgyYaKF",
      "E3min2by7ElementQzSgSbAD_ADtYaKXE_tYaKF", "SL7ElementRpzrlE3minABSgyYaKF",
    ] { functions["$sScis" + name] = 72 }
    functions["$sScisE6reduceyqd__qd___qd__qd___7ElementQztYaKXEtYaKlF"] = 80
    functions["$sScisE6reduce4into_qd__qd__n_yqd__z_7ElementQztYaKXEtYaKlF"] = 80
    return functions
  }()

  @Test func everyFunctionThatAdaptsOrReadsASequenceIsReplaced() throws {
    let runtime = try #require(dlopen("libswift_Concurrency.so", RTLD_NOW | RTLD_NOLOAD))
    for (name, size) in Self.replaced {
      let pointer = try #require(dlsym(runtime, name + "Tu"), "\(name)")
      #expect(pointer.load(fromByteOffset: 4, as: UInt32.self) >= size, "\(name)")
      let original = try #require(dlsym(runtime, name), "\(name)")
      #expect(dlsym(dlopen(nil, RTLD_NOW), name) != original, "\(name)")
    }
  }
}

/// A sequence whose iterator stays on the actor of its caller.
private struct Ones: AsyncSequence, AsyncIteratorProtocol {
  func makeAsyncIterator() -> Ones { self }
  func next() async -> Int? { 1 }
  func next(isolation actor: isolated (any Actor)?) async -> Int? { 1 }
}

@MainActor private func readOneElement(
  _ log: Captured<[String]>, _ read: @MainActor () async throws -> Void
) async throws {
  log.withValue { $0.append("before") }
  try await read()
  log.withValue { $0.append("after") }
}
