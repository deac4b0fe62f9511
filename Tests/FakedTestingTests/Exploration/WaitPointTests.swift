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
  ///
  /// - Parameters:
  ///   - makeStream: Creates the stream.
  ///   - read: Starts the producer, and reads the stream. Between the two, it must not call an async function, before
  ///     which the producer could run.
  private func lastElements<Elements: Sendable>(
    of makeStream:
      @escaping @Sendable () -> (
        stream: Elements, yield: @Sendable (Int) -> Void, finish: @Sendable () -> Void
      ),
    _ read: @escaping @Sendable (_ start: @Sendable () -> Elements) async throws -> Int
  ) async throws -> Set<Int> {
    let last = Captured<Set<Int>>([])
    _ = try await explored {
      try await exploreOrders {
        let ledger = Ledger()
        let producer = Captured<Task<Void, Never>?>(nil)
        let number = try await read {
          let (stream, yield, finish) = makeStream()
          producer.value = Task {
            yield(1)
            await ledger.add(1)
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

  @Test func elementsBeforeTheFirstWaitAreTried() async throws {
    let readers: [@Sendable (@Sendable () -> AsyncStream<Int>) async -> Int] = [
      { start in
        var last = 0
        for await number in start() { last = number }
        return last
      },
      { start in
        var (last, iterator) = (0, start().makeAsyncIterator())
        while let number = await iterator.next() { last = number }
        return last
      },
    ]
    for read in readers {
      let last = try await lastElements(
        of: {
          let (stream, elements) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: .bufferingOldest(1))
          return (stream, { elements.yield($0) }, { elements.finish() })
        }, read)
      #expect(last == [1, 2])
    }
  }

  @Test func elementsBeforeTheFirstWaitAreTriedIfTheStreamCanFail() async throws {
    let readers: [@Sendable (@Sendable () -> FallibleStream) async throws -> Int] = [
      { try await readAll($0) }, { try await readOnMainActor($0) }, { try await readByName($0) },
    ]
    for read in readers {
      let last = try await lastElements(
        of: {
          let (stream, elements) = FallibleStream.makeStream(bufferingPolicy: .bufferingOldest(1))
          return (stream, { elements.yield($0) }, { elements.finish(throwing: StoreError.full) })
        }, read)
      #expect(last == [1, 2])
    }
  }
}

private typealias FallibleStream = AsyncThrowingStream<Int, any Error>

private func readAll(
  _ start: @Sendable () -> FallibleStream, isolation: isolated (any Actor)? = #isolation
) async throws -> Int {
  var last = 0
  do { for try await number in start() { last = number } } catch StoreError.full {}
  return last
}

@MainActor private func readOnMainActor(
  _ start: @Sendable () -> FallibleStream
) async throws -> Int {
  try await readAll(start)
}

private func readByName(_ start: @Sendable () -> FallibleStream) async throws -> Int {
  var (last, iterator) = (0, start().makeAsyncIterator())
  do { while let number = try await iterator.next() { last = number } } catch StoreError.full {}
  return last
}
