import Faked
import Foundation

/// Random inputs for a reader. No input may crash it or take seconds.
///
/// `FAKED_FUZZ=100000` tries 100,000 inputs, and `FAKED_FUZZ=7-7` only the seventh. `FAKED_SEED=2` selects others.
package struct Fuzz: Sendable {
  /// An input with which the reader failed.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A problem that a check found.
  package struct Flaw: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  private let subject: String
  private let seed: UInt64
  private let numbers: ClosedRange<Int>

  package init(_ subject: String) {
    let environment = ProcessInfo.processInfo.environment
    self.subject = subject
    seed = environment["FAKED_SEED"].flatMap { UInt64($0) } ?? 1
    let bounds = (environment["FAKED_FUZZ"] ?? "").split(separator: "-").compactMap { Int($0) }
    let last = max(1, bounds.last ?? 200)
    numbers = min(bounds.count > 1 ? max(1, bounds[0]) : 1, last)...last
  }

  /// Creates the inputs, and reads each on a thread with a stack as small as that of threads on Apple's
  /// systems.
  ///
  /// `read` returns whether the reader accepted the input. It must accept some inputs and refuse others.
  ///
  /// - Throws: ``Failure`` for the first flaw, with the input reduced to the parts that
  ///   are needed for the flaw.
  package func run<Input: RangeReplaceableCollection & Sendable>(
    _ make: @escaping @Sendable (inout SeededNumbers) -> Input,
    read: @escaping @Sendable (Input) throws -> Bool
  ) async throws {
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      let thread = Thread { end.resume(with: Result { try tryAll(make, read) }) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private func tryAll<Input: RangeReplaceableCollection>(
    _ make: (inout SeededNumbers) -> Input, _ read: (Input) throws -> Bool
  ) throws {
    var accepted = 0
    for number in numbers {
      let name = "\(subject), FAKED_SEED=\(seed) FAKED_FUZZ=\(number)-\(number)"
      // After a crash, the last line names the thousand inputs that contain its cause.
      if number.isMultiple(of: 1_000) { print("\(name) and later") }
      var random = SeededNumbers(seed: seed &<< 32 &+ UInt64(number))
      let input = make(&random)
      do {
        if try judged(input, read) { accepted += 1 }
      } catch {
        let small = shrunk(input, error, read)
        throw Failure(description: "\(name): \(error)\n\(shown(small.input)): \(small.flaw)")
      }
    }
    if numbers.count > 100, accepted == 0 || accepted == numbers.count {
      throw Failure(description: "\(subject): \(accepted) of \(numbers.count) inputs accepted")
    }
  }

  /// Measures processor time, which doesn't depend on the load of the machine.
  private func judged<Input>(_ input: Input, _ read: (Input) throws -> Bool) throws -> Bool {
    let start = Self.processorTime
    let isAccepted = try read(input)
    let time = Self.processorTime - start
    if time > 2 { throw Flaw("it took \(time) s of the processor") }
    return isAccepted
  }

  /// Removes pieces, large ones first, for as long as the flaw remains.
  private func shrunk<Input: RangeReplaceableCollection>(
    _ input: Input, _ flaw: any Error, _ read: (Input) throws -> Bool
  ) -> (input: Input, flaw: any Error) {
    var (input, flaw, tries) = (input, flaw, 0)
    var piece = max(1, input.count / 2)
    // A slow input makes each attempt slow.
    let end = ContinuousClock.now + .seconds(20)
    while piece > 0, tries < 500 {
      var start = 0
      while start < input.count, tries < 500, ContinuousClock.now < end {
        var smaller = input
        let from = smaller.index(smaller.startIndex, offsetBy: start)
        let to = smaller.index(from, offsetBy: piece, limitedBy: smaller.endIndex)
        smaller.removeSubrange(from..<(to ?? smaller.endIndex))
        tries += 1
        do {
          _ = try judged(smaller, read)
          start += piece
        } catch {
          (input, flaw) = (smaller, error)
        }
      }
      piece /= 2
    }
    return (input, flaw)
  }

  private func shown(_ input: some Collection) -> String {
    let text = (input as? [UInt8]).map { String(decoding: $0, as: UTF8.self) }
    return String((text?.debugDescription ?? String(reflecting: input)).prefix(2_000))
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
