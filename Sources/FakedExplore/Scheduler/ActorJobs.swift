import Faked

/// What the job of a default actor tells about the actor: the actor itself, and the task that it runs first.
///
/// The run time has no function for either. The job is a part of the actor, and so is the reference to the
/// first task. Their places are found once, with an actor and a task of our own, and are never guessed.
enum ActorJobs {
  /// Distances in bytes from the start of the job.
  private struct Layout {
    let actor: Int
    let firstTask: Int
  }

  private static let layout: Layout? = {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      findLayout()
    } else {
      nil
    }
  }()

  /// Finds the places. Call this before a scheduler runs.
  static func prepare() { _ = layout }

  /// A Boolean value that indicates whether the places were found.
  static var areReadable: Bool { layout != nil }

  /// The low bits of the reference to the first task, which are flags.
  private static let flags: UInt = 0b111

  /// Returns the task that the job of an actor runs first. Call this while the job is being enqueued.
  static func firstTask(of job: UnownedJob) -> UnownedJob? {
    guard let layout, RuntimeSymbols.isInlineActorJob(job) else { return nil }
    let reference = RuntimeSymbols.address(of: job)
      .load(fromByteOffset: layout.firstTask, as: UInt.self)
    return UnsafeMutableRawPointer(bitPattern: reference & ~flags).map {
      unsafeBitCast($0, to: UnownedJob.self)
    }
  }

  /// Returns the actor that a job belongs to.
  static func actor(of job: UnownedJob) -> AnyObject? {
    guard let layout, RuntimeSymbols.isInlineActorJob(job) else { return nil }
    let address = RuntimeSymbols.address(of: job).advanced(by: layout.actor)
    return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  /// Returns a Boolean value that indicates whether a job belongs to a global actor.
  static func isOfGlobalActor(_ job: UnownedJob) -> Bool {
    guard let actor = actor(of: job) else { return false }
    let type = ObjectIdentifier(Swift.type(of: actor))
    if let isGlobal = globalActorTypes.withLock({ $0[type] }) { return isGlobal }
    // A cast takes a microsecond, so each type is asked once.
    let isGlobal = actor is any GlobalActor
    globalActorTypes.withLock { $0[type] = isGlobal }
    return isGlobal
  }

  private static let globalActorTypes = Locked<[ObjectIdentifier: Bool]>([:])

  private actor Probe {
    func touch() {}
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func findLayout() -> Layout? {
    let executor = JobCollector()
    // Never deallocated, because the task refers to it without keeping it alive.
    _ = Unmanaged.passRetained(executor)
    let probe = Probe()
    Task(executorPreference: executor) { await probe.touch() }
    guard let task = executor.takeJob() else { return nil }
    executor.run(task)
    guard let job = executor.takeJob() else { return nil }
    let layout =
      RuntimeSymbols.isInlineActorJob(job) ? findLayout(of: job, of: probe, running: task) : nil
    executor.run(job)
    while let rest = executor.takeJob() { executor.run(rest) }
    return layout
  }

  private static func findLayout(
    of job: UnownedJob, of probe: Probe, running task: UnownedJob
  ) -> Layout? {
    /// The header of an object, and the words that a default actor reserves.
    let (header, storage) = (2, 12)
    let word = MemoryLayout<UInt>.size
    let actor = UInt(bitPattern: Unmanaged.passUnretained(probe).toOpaque())
    let jobAddress = UInt(bitPattern: RuntimeSymbols.address(of: job))
    let taskAddress = UInt(bitPattern: RuntimeSymbols.address(of: task))
    let distance = Int(actor) - Int(jobAddress)
    guard (-(header + storage) * word..<0).contains(distance) else { return nil }
    let start = RuntimeSymbols.address(of: job).advanced(by: distance)
    for place in header..<(header + storage) {
      let value = start.load(fromByteOffset: place * word, as: UInt.self)
      if value & ~flags == taskAddress {
        return Layout(actor: distance, firstTask: distance + place * word)
      }
    }
    return nil
  }
}

/// Keeps the jobs that are enqueued on it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class JobCollector: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func takeJob() -> UnownedJob? { jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
