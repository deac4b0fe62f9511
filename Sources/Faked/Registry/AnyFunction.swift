/// One function of one instance: what it was taught, and the calls it has had.
///
/// Everything here is guarded by the lock of the instance that owns it. Whatever holds values of the
/// user is handed out of the lock, never released under it.
@usableFromInline
package class AnyFunction {
  @usableFromInline package let name: String
  /// The type of the fake, for failure texts.
  @usableFromInline package let fake: Any.Type
  @exclusivity(unchecked) private var knownLabel: FunctionLabel?
  /// The line that forwards its calls, where the name is the method's own.
  @exclusivity(unchecked) @usableFromInline var forwardedFrom: CallSite?

  @usableFromInline
  init(name: String, fake: Any.Type) {
    self.name = name
    self.fake = fake
  }

  /// The calls since the instance began or its calls were last reset.
  @usableFromInline package var callCount: Int { 0 }
  /// How failure texts name it; made anew, so that it can be asked for without the lock.
  package final var label: FunctionLabel { FunctionLabel(fake: fake, name: name) }
  /// The same for the parameters of its calls, which share one; for use under the lock.
  @usableFromInline final var parameterLabel: FunctionLabel {
    if let knownLabel { return knownLabel }
    let made = label
    knownLabel = made
    return made
  }
  /// What it was taught, for failure texts.
  var taught: [TaughtFunction] { [] }
  /// The line of a chain that was begun last and never got a step.
  var unfinished: CallSite? { nil }
  /// The indices of the calls that are kept, oldest first.
  package func indices() -> [Int] { [] }
  /// The newest calls, oldest first, in the form of those of every function.
  package func anyCalls(last count: Int) -> () -> [AnyCallRecord] { { [] } }
  /// The behaviors that answered no call.
  func unused() -> [FakedScope.Finding] { [] }
  /// Keeps no more than so many calls from now on, and hands over those it forgets.
  func limitCalls(to limit: Int) -> Any? { nil }
  /// Notes that a verification has counted the calls of these indices.
  package func markVerified(_ indices: Set<Int>) {}
  /// Forgets the calls, and hands over what they held.
  func removeCalls() -> Any? { nil }
  /// Forgets what was taught, and hands it over.
  func removeLessons() -> Any? { nil }
}
