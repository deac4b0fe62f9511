import Faked

/// The tasks of one run of a scenario.
struct TaskTable {
  /// The index of a task in the table.
  typealias Index = Int

  struct Entry {
    /// The task that created it. `nil` for the scenario itself and for tasks created elsewhere.
    fileprivate let creator: Index?
    /// Its number among the tasks of its creator, from 1.
    fileprivate let ordinal: Int
    /// A name that is the same in every run.
    let name: StableName
    /// The task, until it ends. `nil` if its end cannot be recorded.
    var task: UnownedJob?
    /// Its wait, if the library knows it.
    var wait: TaskWait?
    /// The switch before which other tasks may run.
    var pausedSwitch: ExecutorSwitch?
    /// A Boolean value that indicates whether it has paused at an `await` that would not suspend it.
    private(set) var isPausedAtAwait = false
    /// The address of the `await` at which it has paused.
    var pausedAwait: UInt?
    /// The number of times that it could be preempted at an `await`, by the address at which it continues.
    fileprivate var awaitCounts: [UInt: Int] = [:]
    /// A Boolean value that indicates whether it has reached an `await` more often than it can be preempted there.
    private(set) var reachesAwaitsTooOften = false
    /// A Boolean value that indicates whether it never runs again, because its job never suspended.
    var isStopped = false
    /// The number of its jobs and events that the scheduler has run.
    var stepCount = 0
    /// A Boolean value that indicates whether it continues after the next `await` without a choice, because it runs only
    /// code of the library and of fakes before.
    var skipsNextAwait = false
    /// The number of times that it has yielded and continued.
    var yieldCount = 0
    /// The functions that created it, innermost first.
    var creators: [CodeAddress] = []
    fileprivate var childCount = 0

    /// The number of times that a task can be preempted at one `await`. Otherwise, a loop would have too many orders.
    static let maxAwaitCount = 2

    /// Records that it pauses before a switch.
    mutating func pause(before call: ExecutorSwitch, isAtAwait: Bool = false) {
      (pausedSwitch, isPausedAtAwait) = (call, isAtAwait)
    }

    /// Returns a Boolean value that indicates whether the task may be preempted again at an `await`.
    mutating func canBePreempted(at address: UInt) -> Bool {
      let canBePreempted = awaitCounts[address, default: 0] < Self.maxAwaitCount
      if !canBePreempted { reachesAwaitsTooOften = true }
      return canBePreempted
    }

    /// Counts that the task could be preempted where it has paused.
    mutating func countAwait() {
      if let pausedAwait { awaitCounts[pausedAwait, default: 0] += 1 }
    }
  }

  private(set) var entries: [Entry] = []
  private var indices: [UInt64: Index] = [:]
  private var outsideCount = 0
  /// The runtime number of the scenario itself.
  private(set) var firstNumber: UInt64 = 0

  subscript(index: Index) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  /// Returns the index of the task with a runtime number.
  func index(of number: UInt64) -> Index? { number == 0 ? nil : indices[number] }

  /// Adds a task and names it by its creator.
  ///
  /// The order in which tasks are created differs between orders of the same scenario. A task's number
  /// among the children of its creator does not.
  mutating func add(_ task: UnownedJob?, number: UInt64, createdBy creator: Index?) -> Index {
    var name = creator.map { entries[$0].name } ?? StableName()
    let ordinal: Int
    if let creator {
      entries[creator].childCount += 1
      ordinal = entries[creator].childCount
    } else {
      ordinal = outsideCount
      outsideCount += 1
    }
    name.combine(UInt64(ordinal))
    let index = entries.count
    if index == 0 { firstNumber = number }
    entries.append(Entry(creator: creator, ordinal: ordinal, name: name, task: task))
    indices[number] = index
    return index
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

  /// The addresses at which a suspended task and its callers continue.
  func resumePoints(of index: Index) -> [UInt] {
    guard let task = entries[index].task else { return [] }
    // A task that is about to switch to an executor continues in a function of the library first, or still runs.
    return entries[index].pausedSwitch?.resumePoints ?? TaskEnds.resumePoints(of: task)
  }

  /// The tasks that have not ended.
  var unfinished: [Index] { entries.indices.filter { entries[$0].task != nil } }
}
