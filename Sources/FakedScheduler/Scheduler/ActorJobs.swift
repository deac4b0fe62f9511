import Faked

/// Finds the actor that a job belongs to, and the task that the actor runs first.
///
/// The runtime has no function for either. The job refers to the actor, and the actor to its first task.
/// The offsets of these references are measured once, with an actor and a task that are made for this.
enum ActorJobs {
  /// The offsets of the references, in bytes.
  private struct Layout {
    /// From the start of the job.
    let actor: Int
    /// From the start of the actor.
    let firstTask: Int
  }

  private static let layout: Layout? = {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      findLayout()
    } else {
      nil
    }
  }()

  /// Finds the offsets. Call this before a scheduler runs.
  static func prepare() { _ = layout }

  /// A Boolean value that indicates whether the offsets were found.
  static var areReadable: Bool { layout != nil }

  /// The low bits of the reference to the first task, which are flags.
  private static let flags: UInt = 0b111

  /// Returns the task that the job of an actor runs first. Call this while the job is being enqueued.
  static func firstTask(of job: UnownedJob) -> UnownedJob? {
    guard let layout, let actor = address(of: job) else { return nil }
    let reference = actor.load(fromByteOffset: layout.firstTask, as: UInt.self)
    return UnsafeMutableRawPointer(bitPattern: reference & ~flags).map {
      unsafeBitCast($0, to: UnownedJob.self)
    }
  }

  /// Returns the address of the actor that a job belongs to.
  private static func address(of job: UnownedJob) -> UnsafeRawPointer? {
    guard let layout, RuntimeSymbols.isSeparateActorJob(job) else { return nil }
    return UnsafeRawPointer(
      bitPattern: RuntimeSymbols.address(of: job).load(
        fromByteOffset: layout.actor, as: UInt.self))
  }

  /// Returns a Boolean value that indicates whether an object is a global actor.
  static func isGlobalActor(_ object: AnyObject) -> Bool {
    let type = ObjectIdentifier(Swift.type(of: object))
    if let isGlobal = globalActorTypes.withLock({ $0[type] }) { return isGlobal }
    // A cast takes a microsecond, so each type is asked once.
    let isGlobal = object is any GlobalActor
    globalActorTypes.withLock { $0[type] = isGlobal }
    return isGlobal
  }

  private static let globalActorTypes = Locked<[ObjectIdentifier: Bool]>([:])

  private actor Probe {
    private var count = 0

    // The optimizer removes a switch to an actor that does nothing there.
    @inline(never) func touch() { count += 1 }
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
      RuntimeSymbols.isSeparateActorJob(job) ? findLayout(of: job, of: probe, running: task) : nil
    executor.run(job)
    while let rest = executor.takeJob() { executor.run(rest) }
    return layout
  }

  private static func findLayout(
    of job: UnownedJob, of probe: Probe, running task: UnownedJob
  ) -> Layout? {
    let actor = Unmanaged.passUnretained(probe).toOpaque()
    let job = RuntimeSymbols.address(of: job)
    let word = MemoryLayout<UInt>.size
    // A job has eight words, and then what its kind adds. A default actor reserves twelve words, after the
    // two of every object.
    let actorOffset = [7 * word, 8 * word].first {
      job.load(fromByteOffset: $0, as: UInt.self) == UInt(bitPattern: actor)
    }
    let taskOffset = stride(from: 2 * word, to: 14 * word, by: word).first {
      let value = actor.load(fromByteOffset: $0, as: UInt.self)
      return value & ~flags == UInt(bitPattern: RuntimeSymbols.address(of: task))
    }
    guard let actorOffset, let taskOffset else { return nil }
    return Layout(actor: actorOffset, firstTask: taskOffset)
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
