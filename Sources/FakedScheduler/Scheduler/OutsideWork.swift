import Faked

/// A place at which a task hands out work, or continues after such work.
struct OutsideWork: Hashable, Sendable {
  let task: TaskTable.Index
  /// The functions that hand out the work or continue, innermost first.
  let callers: [CodeAddress]
}

/// The work of a run that no scheduler sees.
struct OutsideWorkLog {
  /// The tasks that handed work to a queue, a timer, or a thread.
  private(set) var departures: [OutsideWork] = []
  /// The tasks whose jobs came from a thread that the scheduler does not control.
  private(set) var arrivals: [OutsideWork] = []
  /// The number of times that tasks handed out work that may still come back.
  private var pendingCount = 0

  /// A Boolean value that indicates whether tasks have handed out work.
  var isEmpty: Bool { departures.isEmpty && arrivals.isEmpty }

  /// A Boolean value that indicates whether work may come back before time passes.
  var isExpectedBeforeSleepsEnd: Bool { pendingCount > 0 }

  mutating func addDeparture(_ work: OutsideWork) {
    pendingCount += 1
    if !departures.contains(work) { departures.append(work) }
  }

  mutating func addArrival(_ work: OutsideWork) {
    pendingCount = max(0, pendingCount - 1)
    if !arrivals.contains(work) { arrivals.append(work) }
  }

  /// Records that the work did not come back in time.
  mutating func stopExpecting() { pendingCount = 0 }
}
