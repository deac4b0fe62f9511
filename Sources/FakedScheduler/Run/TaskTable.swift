import Faked

/// The tasks of one run.
struct TaskTable {
  /// The index of a task in the table.
  typealias Index = Int

  /// A task. It is an object, because a copy of its many parts would take longer than its use.
  final class Entry {
    /// The task that created it. `nil` for the scenario itself and for tasks created elsewhere.
    let creator: Index?
    /// Its number among the tasks of its creator, from 1.
    fileprivate let ordinal: Int
    /// A name that is the same in every run.
    let name: StableName
    let task: UnownedJob
    let number: UInt64
    let isChild: Bool
    /// A Boolean value that indicates whether the memory of the task is kept.
    let isRetained: Bool
    /// A Boolean value that indicates whether the task prefers the executor of the scheduler.
    let prefersExecutor: Bool
    /// The functions that created it, innermost first.
    let creators: [CodeAddress]
    var state = State.ready
    /// Its wait, if the library knows it.
    var wait: TaskWait?
    /// The number of its jobs and events that have run.
    var stepCount = 0
    /// A Boolean value that indicates whether it keeps a reference to the token of the run until it ends.
    var keepsToken = false
    /// The address at which it resumed when it became absent.
    fileprivate var absentPoint: UInt = 0
    /// The address at which its running job resumed.
    fileprivate var jobPoint: UInt = 0
    /// A Boolean value that indicates whether it waits, as far as is known. A task that has ended doesn't.
    fileprivate(set) var isSuspended = false
    fileprivate var childCount = 0

    fileprivate init(
      _ task: UnownedJob, _ number: UInt64, creator: Index?, ordinal: Int, name: StableName,
      creators: [CodeAddress], prefersExecutor: Bool
    ) {
      self.task = task
      self.number = number
      self.creator = creator
      self.ordinal = ordinal
      self.name = name
      self.creators = creators
      self.prefersExecutor = prefersExecutor
      isChild = TaskRuntime.isChild(task)
      isRetained = !TaskRuntime.isAsyncLet(task)
    }
  }

  /// What a task does, as far as the scheduler knows.
  enum State {
    /// One of its jobs is ready or runs.
    case ready
    /// It waits for an event or in a function of the library.
    case waitsForLibrary
    /// It waits for something else, or is in the main queue, or has ended.
    case absent
  }

  private(set) var entries: [Entry] = []
  private var indices: [UInt64: Index] = [:]
  private var outsideCount = 0
  /// The number of the first task.
  private(set) var firstNumber: UInt64 = 0

  subscript(index: Index) -> Entry { entries[index] }

  /// Returns the index of the task with a number of the run time.
  func index(of number: UInt64) -> Index? { number == 0 ? nil : indices[number] }

  /// Adds a task and names it by its creator.
  ///
  /// The order in which tasks are created differs between orders of the same scenario. A task's number among the children
  /// of its creator does not.
  mutating func add(
    _ task: UnownedJob, number: UInt64, createdBy creator: Index?, at creators: [CodeAddress],
    prefersExecutor: Bool
  ) -> Index {
    let ordinal: Int
    if let creator {
      entries[creator].childCount += 1
      ordinal = entries[creator].childCount
    } else {
      ordinal = outsideCount
      outsideCount += 1
    }
    let name = (creator.map { entries[$0].name } ?? StableName()).adding(ordinal)
    let index = entries.count
    if index == 0 { firstNumber = number }
    let entry = Entry(
      task, number, creator: creator, ordinal: ordinal, name: name, creators: creators,
      prefersExecutor: prefersExecutor)
    if entry.isRetained { TaskRuntime.retain(task) }
    entries.append(entry)
    indices[number] = index
    return index
  }

  /// Removes all tasks, and returns the kept ones, which must be released under no lock.
  mutating func removeAll() -> [UnownedJob] {
    defer { (entries, indices) = ([], [:]) }
    return entries.filter(\.isRetained).map(\.task)
  }

  /// The name of a task in reports: `scenario`, `task 2`, `task 2.1`, or `outside task 1`.
  func title(of index: Index) -> String {
    var path: [String] = []
    var current = index
    while let creator = entries[current].creator {
      path.append(String(entries[current].ordinal))
      current = creator
    }
    let root = entries[current].ordinal
    let numbers = path.reversed().joined(separator: ".")
    if root == 0 { return path.isEmpty ? "scenario" : "task " + numbers }
    return "outside task " + ([String(root)] + path.reversed()).joined(separator: ".")
  }

  /// Records that a job of a task begins.
  func begin(_ index: Index) {
    let entry = entries[index]
    entry.stepCount += 1
    entry.jobPoint = TaskRuntime.resumePoint(of: entry.task)
  }

  /// Records that a job of a task, or of an actor that it called, has ended, and that no other job of it is ready.
  ///
  /// - Parameter hasEnded: A Boolean value that indicates whether a reference to the token was released.
  func setAbsent(_ index: Index, hasReleasedToken hasEnded: Bool) {
    let entry = entries[index]
    let wasAbsent = entry.state == .absent
    // The memory of an `async let` belongs to its parent, which can run when an actor does.
    if wasAbsent, !entry.isRetained { return }
    let point = TaskRuntime.resumePoint(of: entry.task)
    entry.isSuspended =
      entry.keepsToken ? !hasEnded : point != (wasAbsent ? entry.absentPoint : entry.jobPoint)
    entry.state = .absent
    entry.absentPoint = point
  }

  /// The tasks that have yielded and come back from a thread of the system, or from the main queue.
  ///
  /// That happens to tasks without a preferred executor that yield after they have left an actor.
  var yieldingElsewhere: [Index] {
    guard let point = RuntimeProbe.pointOfYield, point != 0 else { return [] }
    return entries.indices.filter { index in
      let entry = entries[index]
      return entry.state == .absent && entry.isRetained && !entry.prefersExecutor
        && TaskRuntime.resumePoint(of: entry.task) == point
    }
  }
}
