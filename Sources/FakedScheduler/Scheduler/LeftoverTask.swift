import Faked

/// A task that had not ended when its scenario was over, as it is recorded.
struct UnfinishedTask {
  let index: TaskTable.Index
  let title: String
  private(set) var isCancelled: Bool
  let hasStarted: Bool
  /// A Boolean value that indicates whether the task could run, or an event could end its wait.
  let isReady: Bool
  /// A Boolean value that indicates whether the task waits, and no task and no event of the run can end its wait.
  let waitsForever: Bool
  private(set) var wait: TaskWait?
  let event: ScheduledEvent?
  let resumePoints: [UInt]
  let creators: [CodeAddress]

  var isScenario: Bool { index == 0 }

  /// Records that the task continued after it was canceled, and did not end.
  mutating func ignoresCancellation() {
    isCancelled = true
    wait = nil
  }
}

/// A task that had not ended when its scenario was over.
package struct LeftoverTask: Sendable {
  /// A Boolean value that indicates whether it runs the scenario's own code.
  package let isScenario: Bool
  /// Its name, such as `task 2.1`.
  package let title: String
  /// A Boolean value that indicates whether it was canceled while the scenario ran, or ignored its cancellation after that.
  package let isCancelled: Bool
  /// A Boolean value that indicates whether the task has run.
  let hasStarted: Bool
  /// A Boolean value that indicates whether the task could run, or an event could end its wait.
  package let isReady: Bool
  /// A description of its wait, such as `sleeps until 3.0 seconds`, if the library knows it.
  package let wait: String?
  private let waitsForever: Bool
  /// A sentence that says how to end the wait, if the library knows it.
  private let fixOfWait: String?
  /// The line that made the call for which it waits, or that sleeps.
  package let site: CallSite?
  /// The addresses at which it and its callers continue, innermost first.
  package let resumePoints: [UInt]
  /// The functions that created it, innermost first.
  let creators: [CodeAddress]

  init(_ task: UnfinishedTask) {
    let event = task.event?.describe()
    isScenario = task.isScenario
    title = task.title
    isCancelled = task.isCancelled
    hasStarted = task.hasStarted
    isReady = task.isReady
    wait = task.wait?.description ?? event?.wait
    waitsForever = task.waitsForever
    fixOfWait = task.wait?.fix
    site = task.wait.map(\.site) ?? event?.site
    resumePoints = task.resumePoints
    creators = task.creators
  }
}

extension LeftoverTask {
  /// A sentence that says how to leave no such task behind. It may look up functions, which takes milliseconds.
  package var fix: String {
    if isCancelled, waitsForever {
      "Let it end when it is canceled: resume its continuations."
    } else if isCancelled {
      "End the scenario with `await untilIdle()`. If the task still does not end, check `Task.isCancelled` in its "
        + "loops, and resume its continuations."
    } else if waitsForever {
      "Nothing in the scenario ends its wait. Finish its stream, resume its continuation, or cancel the task."
    } else if !hasStarted, creators.contains(where: \.isInDeinitializer) {
      "It was created when an object was released. Release the object before the scenario ends: wrap its use in "
        + "`do { … }`, and call `await untilIdle()` after it."
    } else {
      fixOfWait ?? "Await it, or end the scenario with `await untilIdle()`."
    }
  }
}

extension CodeAddress {
  /// A Boolean value that indicates whether the function is the deinitializer of a class.
  fileprivate var isInDeinitializer: Bool {
    Symbolicator.symbols(at: self).contains { symbol in
      ["fD", "fd", "fZ"].contains(where: symbol.mangledName.hasSuffix)
    }
  }
}
