import Faked

/// The events of a run, if a report needs them.
struct Story: Sendable {
  /// The largest number of recorded events. Usually, only an endless order has more.
  private static let maxEvents = 2_000

  /// A Boolean value that indicates whether events are recorded.
  private var isKept: Bool
  private(set) var events: [StoryEvent] = []
  /// The number of events, including those that are not recorded.
  private var count = 0
  private var changeCount = 0
  private var change: Int?
  /// The number of recorded events before each choice.
  private(set) var choiceIndices: [Int] = []

  init(isKept: Bool) { self.isKept = isKept }

  /// Ends the story. What happens after it is not recorded.
  mutating func end() { isKept = false }

  /// Describes the events, which may run code of the user.
  mutating func describe() { events = events.map(\.described) }

  /// Records an event that belongs to no task.
  mutating func add(_ text: @autoclosure () -> String) { add { StoryEvent(event: text()) } }

  /// Records an event of a task.
  mutating func add(
    _ task: TaskTable.Index, of tasks: TaskTable, event: ScheduledEvent, ending: EventEnding
  ) {
    add {
      StoryEvent(task: tasks.title(of: task), describe: { event.description(of: ending) })
    }
  }

  /// Records a job of a task.
  mutating func add(
    _ task: TaskTable.Index, of tasks: TaskTable, job: ReadyJob, continues: Bool
  ) {
    if job.kind == .continuation || continues && change == nil { return }
    add {
      var step = StoryEvent(
        task: tasks.title(of: task), isStart: job.isFirst, continues: continues)
      if job.isFirst {
        step.places = tasks[task].creators
      } else if job.kind == .task {
        step.places = TaskRuntime.resumePoints(of: job.job)
      }
      return step
    }
  }

  private mutating func add(_ event: () -> StoryEvent) {
    if !isKept { return }
    count += 1
    if count > Self.maxEvents { return }
    var event = event()
    event.change = change.take()
    events.append(event)
  }

  /// Records the index of a choice among the events.
  mutating func addChoice(isChange: Bool) {
    if !isKept { return }
    choiceIndices.append(events.count)
    if isChange {
      changeCount += 1
      change = changeCount
    }
  }

  // MARK: - Texts

  /// The events, one line each, in which each change is marked. A long story is shortened.
  var lines: [String] {
    let shown = shownEvents
    let isCut = count > Self.maxEvents
    // The end of a story that is cut is not known.
    let middle = 70..<max(70, shown.count - (isCut ? 0 : 30))
    var lines: [String] = []
    var next = 0
    for (number, (event, place)) in shown.enumerated()
    where event.change != nil || !middle.contains(number) {
      if number > next { lines.append("  … \(number - next) more …") }
      next = number + 1
      let change = event.change.map { "change \($0): " } ?? ""
      let site = place.map { "     \($0)" } ?? ""
      lines.append("  \(number + 1). \(change)\(event.title)\(site)")
    }
    if isCut { lines.append("  … and so on. The run had \(grouped(count)) events.") }
    return lines
  }

  /// The events, except those at which a task continues where it was, or in code of others.
  private var shownEvents: [(event: StoryEvent, place: CallSite?)] {
    var places: [String: CallSite] = [:]
    return events.compactMap { event in
      let isUsual = event.event == nil && !event.isStart && event.change == nil
      if isUsual, event.continues { return nil }
      let (task, place) = (event.task ?? "", event.place)
      if isUsual, place == nil || place == places[task] { return nil }
      places[task] = place ?? places[task]
      return (event, place)
    }
  }

  /// The latest event before a choice, in a sentence.
  func phrase(before choice: Int) -> String? {
    let isKnown = choiceIndices.indices.contains(choice)
    return events.prefix(isKnown ? choiceIndices[choice] : events.count).last?.phrase
  }

  /// The events from a choice on: those that choices led to, and the events of tasks.
  func titles(from choice: Int) -> [String] {
    let start = choiceIndices.indices.contains(choice) ? choiceIndices[choice] : 0
    return events.indices.dropFirst(start)
      .filter { $0 == start || choiceIndices.contains($0) || events[$0].event != nil }
      .map { events[$0].title }
  }
}

/// A step of a run, for reports.
struct StoryEvent: Sendable {
  /// The task, such as `task 2.1`. `nil` if time passed or the scenario was canceled.
  var task: String?
  /// The event that happened, if the step is one.
  var event: String?
  /// Describes the event that happened. It may run code of the user.
  var describe: (@Sendable () -> EventDescription)?
  /// A Boolean value that indicates whether the task begins.
  var isStart = false
  /// A Boolean value that indicates whether the task continues after an `await` that didn't suspend it.
  var continues = false
  /// The line that made the call, if the event belongs to one.
  var callSite: CallSite?
  /// The functions in which the task resumes, or that created it, innermost first.
  var places: [CodeAddress] = []
  /// The number of the change that led to the step. `nil` if it is the usual one.
  var change: Int?

  /// The step with a description of its event.
  var described: Self {
    guard let description = describe?() else { return self }
    var step = self
    (step.event, step.callSite) = (description.text, description.site)
    return step
  }

  /// The task and what it does: `task 1: FakeStore.load("a") returns`, or `task 1 continues`.
  var title: String {
    guard let task else { return event ?? "" }
    return event.map { "\(task): \($0)" } ?? "\(task) \(isStart ? "starts" : "continues")"
  }

  /// The line of the call, or at which the task resumes. The lookup costs milliseconds.
  var place: CallSite? { callSite ?? CodePlace.site(of: places) }

  /// The event in a sentence: `task 1: FakeStore.load() returns (Store.swift:7)`.
  var phrase: String { title + (place.map { " (\($0))" } ?? "") }
}

/// A task that had not ended when its scenario was over or stopped.
package struct WaitingTask: Sendable {
  /// Its name, such as `task 2.1`.
  package let title: String
  /// A Boolean value that indicates whether it was canceled while the scenario ran.
  let isCancelled: Bool
  /// A Boolean value that indicates whether the task has run.
  let hasStarted: Bool
  /// A Boolean value that indicates whether the task could run, or an event could end its wait.
  let isReady: Bool
  /// Its wait, if the library knows it.
  private(set) var wait: TaskWait?
  /// The event for which it waits, before the event is described.
  private let event: ScheduledEvent?
  /// The addresses at which it and its callers resume, innermost first.
  private let resumePoints: [CodeAddress]
  /// The functions that created it, innermost first.
  private let creators: [CodeAddress]

  /// Records a task, under the lock of its scheduler.
  fileprivate init(_ entry: TaskTable.Entry, title: String, event: ScheduledEvent?, isReady: Bool) {
    self.title = title
    self.event = event
    self.isReady = isReady
    wait = entry.wait
    isCancelled = (entry.isRetained || isReady) && TaskRuntime.isCancelled(entry.task)
    hasStarted = entry.stepCount > 0
    resumePoints =
      hasStarted ? TaskRuntime.resumePoints(of: entry.task, isSuspended: isReady) : []
    creators = entry.creators
  }

  /// The task with a description of the event for which it waits, which may run code of the user.
  var described: Self {
    guard wait == nil, let event = event?.describe() else { return self }
    var task = self
    task.wait = TaskWait(
      "waits \(event.verb == nil ? "for" : "until") \(event.text)", fix: Self.fixIfReady
    ) { event.site }
    return task
  }

  private static let fixIfReady = "Await it, or end the scenario with `await untilIdle()`."

  /// The line at which the task waits, and the line that called its function: many tasks may wait for one lock. For a task
  /// that has not started, the line that created it.
  private var places: String? {
    let site = wait?.site
    guard let place = site ?? CodePlace.site(of: resumePoints) else {
      return CodePlace.site(of: creators).map { "created at \($0)" }
    }
    let others = resumePoints.lazy.compactMap { CodePlace.site(of: [$0]) }
    let caller = site == nil ? others.first { $0.function != place.function } : nil
    return place.description + (caller.map { ", called at \($0)" } ?? "")
  }

  /// The task and its wait: `task 1 waits until FakeDisk.write("Ada") returns (Editor.swift:12 in Editor.save())`.
  ///
  /// - Parameter verb: What the task does if the library doesn't know its wait.
  func description(doing verb: String) -> String {
    let state = (isCancelled ? "is canceled, but still " : "") + (wait?.description ?? verb)
    return "\(title) \(state)" + (places.map { " (\($0))" } ?? "")
  }

  /// A sentence that says how to leave no such task behind.
  var fix: String {
    if let wait { return wait.fix }
    return isReady
      ? Self.fixIfReady
      : "Await it. If nothing ends its wait, finish its stream, resume its continuation, or cancel it."
  }
}

extension Scheduler.State {
  /// Records the tasks that have not ended, when the scenario's own code is over.
  mutating func recordLeftovers() {
    run.leftoverTasks = unfinished.map { index in
      let event = items.lazy.compactMap(\.event).first { $0.task == index }
      let isReady = event != nil || items.contains { $0.job?.owner == index }
      return WaitingTask(
        tasks[index], title: title(of: index), event: event?.event, isReady: isReady)
    }
  }

  /// The name of a task in failures.
  func title(of index: TaskTable.Index) -> String {
    index == 0 && !settings.isGuided ? "the test" : tasks.title(of: index)
  }
}

/// Finds the lines of the user's code at which tasks resume. A lookup costs milliseconds, so it is only done for reports.
enum CodePlace {
  /// The types of the fakes that explorations have called. A report never names a line in their own functions.
  private static let fakes = Locked<[ObjectIdentifier: String]>([:])

  static func add(_ fake: Any.Type) {
    fakes.withLock { names in
      let id = ObjectIdentifier(fake)
      if names[id] == nil { names[id] = SymbolName.baseName(of: fake) }
    }
  }

  /// Finds the innermost line of the user's code that is not in a fake.
  ///
  /// - Parameter addresses: The addresses in the functions that call each other, innermost first.
  static func site(of addresses: [CodeAddress]) -> CallSite? {
    let fakes = fakes.withLock { $0.values.map { $0 } }
    return CallSite(firstOf: addresses, requiresLine: true) { symbol in
      let name = SymbolName(symbol.name)
      return !fakes.contains(where: name.mentions)
    }
  }

  /// The addresses that were looked up before, because each choice needs one.
  private static let library = Locked<[UInt: Bool]>([:])

  /// Returns a Boolean value that indicates whether a function of this library resumes at an address.
  static func isInLibrary(_ address: UInt) -> Bool {
    if let known = library.withLock({ $0[address] }) { return known }
    // The first lookup of an address costs a millisecond.
    let symbol = Symbolicator.symbols(at: CodeAddress(UInt64(address), .resumes)).last
    let isInLibrary = symbol.map { SymbolName.isOfLibrary($0.mangledName) } ?? false
    library.withLock { $0[address] = isInLibrary }
    return isInLibrary
  }

  /// Returns a Boolean value that indicates whether a task waits for a sleep, or in a function of Foundation.
  static func isOutside(_ addresses: [CodeAddress]) -> Bool {
    addresses.lazy.flatMap(Symbolicator.symbols).contains { symbol in
      let name = symbol.mangledName
      // `Task.sleep`, the clocks of the standard library, and Foundation.
      return name.hasPrefix("$sScT") && name.contains("sleep")
        || ["$ss15Continuous", "$ss15Suspending", "$s10Foundation", "$s20FoundationNetworking"]
          .contains(where: name.hasPrefix)
    }
  }
}
