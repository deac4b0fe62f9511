/// A job that can run now.
struct ReadyJob {
  enum Kind: UInt64 {
    /// It continues a task.
    case task = 1
    /// It runs the tasks that wait for an actor.
    case actor
    /// It continues a task on the main actor.
    case main
    /// It continues a task that is about to enter an actor.
    case call
    /// It continues a task that has no executor preference, on the global executor.
    case plain
  }

  let job: UnownedJob
  let kind: Kind
  /// A Boolean value that indicates whether it belongs to an actor that is the same in all runs.
  let isShared: Bool
  /// A Boolean value that indicates whether its task lets others go first, with `Task.yield()`.
  let isYield: Bool
  /// The task that the job continues or that called the actor. `nil` if unknown.
  let owner: TaskTable.Index?
  /// A name that is the same in every run.
  let name: StableName
  /// The address at which the job continues.
  let resumePoint: UInt
}
