import FakedExplore
import FakedTesting
import Foundation
import TestSupport
import Testing

/// A signal that a task can miss between its check and its wait.
private final class Signal: Sendable {
  private let state = Captured<(isSet: Bool, waiters: [CheckedContinuation<Void, Never>])>(
    (false, []))

  func wait(isolation: isolated (any Actor)? = #isolation) async {
    if state.value.isSet { return }
    await withCheckedContinuation { waiter in state.withValue { $0.waiters.append(waiter) } }
  }

  func set() {
    let waiters = state.withValue { state in
      state.isSet = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

@MainActor private final class Splash {
  func wait(for signal: Signal) async { await signal.wait() }
}

private actor Loader {
  func wait(for signal: Signal) async { await signal.wait() }
}

private actor Ledger {
  func add(_ number: Int) {}
}

/// The points at which a task is about to wait in a function of the language. The optimizer removes some of them.
@Suite(
  .enabled(
    if: AwaitPoints.make() != nil && TaskControl.isComplete && CallSiteTable.hasLines))
struct WaitPointTests {
  private func missesSignal(_ wait: @escaping @Sendable (Signal) async -> Void) async throws -> Bool
  {
    let (report, _) = try await explored {
      try await exploreOrders {
        let signal = Signal()
        async let waiting: Void = wait(signal)
        async let loading: Void = { signal.set() }()
        _ = await (waiting, loading)
      }
    }
    return !report.broken.isEmpty
  }

  @Test func aSignalBeforeAWaitOfAnActorIsTried() async throws {
    #expect(try await missesSignal { await $0.wait() })
    #expect(try await missesSignal { await Splash().wait(for: $0) })
    #expect(try await missesSignal { await Loader().wait(for: $0) })
  }

  /// Explores a reader of a stream that keeps only its oldest element.
  private func lastElements(
    _ read: @escaping @Sendable (Stream) async throws -> Int
  ) async throws -> Set<Int> {
    let last = Captured<Set<Int>>([])
    _ = try await explored {
      try await exploreOrders {
        let ledger = Ledger()
        let (stream, elements) = Stream.makeStream(bufferingPolicy: .bufferingOldest(1))
        let producer = Task {
          elements.yield(1)
          await ledger.add(1)
          elements.yield(2)
          elements.finish(throwing: StoreError.full)
        }
        let number = try await read(stream)
        last.withValue { _ = $0.insert(number) }
        await producer.value
      }
    }
    return last.value
  }

  @Test func aStreamWithoutErrorsIsReadAfterItsProducerRan() async throws {
    for isByName in [false, true] {
      let last = Captured<Set<Int>>([])
      _ = try await explored {
        try await exploreOrders {
          let ledger = Ledger()
          let (stream, elements) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: .bufferingOldest(1))
          let producer = Task {
            elements.yield(1)
            await ledger.add(1)
            elements.yield(2)
            elements.finish()
          }
          var number = 0
          if isByName {
            var iterator = stream.makeAsyncIterator()
            while let next = await iterator.next() { number = next }
          } else {
            for await next in stream { number = next }
          }
          last.withValue { [number] in _ = $0.insert(number) }
          await producer.value
        }
      }
      #expect(last.value == [1, 2])
    }
  }

  @Test func elementsBeforeTheFirstWaitAreTried() async throws {
    let readers: [@Sendable (Stream) async throws -> Int] = [
      readAll, readByName, { try await readOnActor($0) },
    ]
    for read in readers {
      #expect(try await lastElements(read) == [1, 2])
    }
  }
}

private typealias Stream = AsyncThrowingStream<Int, any Error>

@Sendable private func readAll(_ stream: Stream) async throws -> Int {
  var last = 0
  do { for try await number in stream { last = number } } catch StoreError.full {}
  return last
}

@Sendable private func readByName(_ stream: Stream) async throws -> Int {
  var (last, iterator) = (0, stream.makeAsyncIterator())
  do { while let number = try await iterator.next() { last = number } } catch StoreError.full {}
  return last
}

@MainActor private func readOnActor(_ stream: Stream) async throws -> Int {
  var last = 0
  do { for try await number in stream { last = number } } catch StoreError.full {}
  return last
}
