import Faked
import Foundation

/// Random inputs for a reader. No input may crash it, hang it, or use unbounded memory.
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
    let note = CrashNote()
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      let thread = Thread {
        note.watchThisThread()
        let result = Result { try tryAll(make, read, note) }
        note.end()
        end.resume(with: result)
      }
      thread.stackSize = 512 << 10
      thread.start()
      Thread { note.watchForHangs() }.start()
    }
  }

  /// Returns Foundation's reason to reject a text as JSON, for rules that other readers share.
  package static func refusalOfFoundation(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Foundation refuses unpaired surrogates, byte order marks, and numbers beyond `Double`.
    if text.range(of: #"\\u[dD][89a-fA-F]|\uFEFF"#, options: .regularExpression) != nil {
      return nil
    }
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      return nil
    } catch {
      return "\(error)".contains("not representable") ? nil : "\(error)"
    }
  }

  private func tryAll<Input: RangeReplaceableCollection>(
    _ make: (inout SeededNumbers) -> Input, _ read: (Input) throws -> Bool, _ note: CrashNote
  ) throws {
    let memory = Self.peakMemory
    var accepted = 0
    for number in numbers {
      let name = "\(subject), FAKED_SEED=\(seed) FAKED_FUZZ=\(number)-\(number)"
      note.write("Fuzzing ended at this input: \(name)\n", at: number)
      var random = SeededNumbers(seed: seed &<< 32 &+ UInt64(number))
      let input = make(&random)
      do {
        if try judged(input, read) { accepted += 1 }
      } catch {
        let small = shrunk(input, error, read)
        throw Failure(description: "\(name): \(error)\n\(shown(small.input)): \(small.flaw)")
      }
      if Self.peakMemory - memory > Self.memoryLimit {
        throw Failure(description: "\(name): over 1 GB of memory taken\n\(shown(input))")
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

  fileprivate static let memoryLimit = 1 << 30

  /// The peak memory of the process, in bytes.
  fileprivate static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    #endif
  }
}

/// The input that a thread is processing, which is printed if the process crashes.
///
/// `@unchecked` is safe because one thread writes the text, and a reader ends the process next.
private final class CrashNote: @unchecked Sendable {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private let text = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
  private let current = Captured(0)
  private let ended = DispatchSemaphore(value: 0)

  /// Never freed, because a signal may arrive late.
  init() { text.initialize(repeating: 0, count: 256) }

  func write(_ message: String, at number: Int) {
    current.value = number
    message.withCString { _ = strncpy(text, $0, 255) }
  }

  func end() { ended.signal() }

  /// Sets up a separate stack for the signal handler, because a full stack has no room for it.
  func watchThisThread() {
    pthread_setspecific(Self.key, text)
    var stack = stack_t()
    let size = 64 << 10
    stack.ss_size = .init(size)
    stack.ss_sp = .allocate(byteCount: size, alignment: 16)
    sigaltstack(&stack, nil)
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { _ in
      guard let text = pthread_getspecific(CrashNote.key) else { return }
      _ = Foundation.write(2, text, strlen(text.assumingMemoryBound(to: CChar.self)))
    }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    // The failing instruction runs again and ends the process, because the handler was removed.
    action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE] { sigaction(signal, &action, nil) }
  }

  /// Ends the process if one input takes more than a minute or uses unbounded memory.
  func watchForHangs() {
    let memory = Fuzz.peakMemory
    var (last, seconds) = (0, 0)
    while ended.wait(timeout: .now() + 1) == .timedOut {
      seconds = current.value == last ? seconds + 1 : 0
      last = current.value
      if seconds == 60 { fatalError(String(cString: text) + "It took over a minute.") }
      if Fuzz.peakMemory - memory > Fuzz.memoryLimit {
        fatalError(String(cString: text) + "It took over 1 GB of memory.")
      }
    }
  }
}
