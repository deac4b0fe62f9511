/// One function of one instance: what it was taught, and the calls it has had.
///
/// Everything here is guarded by the lock of the instance that owns it. Whatever holds values of the
/// user is handed out of the lock, never released under it.
@usableFromInline
package class AnyFunction {
  @usableFromInline package let name: String
  /// The type of the fake, for failure texts.
  @usableFromInline let fake: Any.Type
  /// The calls since the instance began or its calls were last reset.
  @exclusivity(unchecked) @usableFromInline package var callCount = 0
  /// The line that forwards its calls, where the name is the method's own.
  @exclusivity(unchecked) @usableFromInline var forwardedFrom: CallSite?

  @usableFromInline
  init(name: String, fake: Any.Type) {
    self.name = name
    self.fake = fake
  }

  package final var label: FunctionLabel { FunctionLabel(fake: fake, name: name) }
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

@usableFromInline
package final class FunctionState<Arguments, Output, Failure: Error>: AnyFunction {
  @exclusivity(unchecked) @usableFromInline package var calls: CallLog<Arguments, Output>
  /// Newest last; one without a condition hides those before it.
  @exclusivity(unchecked) @usableFromInline
  var lessons: ContiguousArray<Lesson<Arguments, Output, Failure>> = []
  /// Chains that were begun and have no step yet.
  private var begun: [Lesson<Arguments, Output, Failure>] = []
  /// The number of calls when it was last taught without a condition.
  @exclusivity(unchecked) @usableFromInline var callsBeforeLesson = 0
  /// The lines that taught it; a kept call names the one that answered by its position here.
  private var sites: ContiguousArray<CallSite> = []

  @usableFromInline
  init(name: String, fake: Any.Type, history: CallHistory) {
    calls = CallLog(limit: history.limit)
    super.init(name: name, fake: fake)
  }

  /// Adds a lesson, and hands over those that no call can reach any more.
  func add(_ lesson: Lesson<Arguments, Output, Failure>) -> Any? {
    var hidden: ContiguousArray<Lesson<Arguments, Output, Failure>> = []
    if lesson.hidesOlder {
      swap(&hidden, &lessons)
    } else if let newest = lessons.lastIndex(where: \.hidesOlder) {
      hidden.append(contentsOf: lessons[..<newest])
      lessons.removeSubrange(..<newest)
    }
    lessons.append(lesson)
    noteSite(of: lesson.steps, lesson.site)
    if lesson.hidesOlder { callsBeforeLesson = calls.nextNumber }
    return hidden
  }

  /// The next step of the newest lesson, if that has no condition.
  @inlinable @inline(__always)
  func nextStep() -> Lesson<Arguments, Output, Failure>.Step? {
    guard let newest = lessons.last, newest.condition == nil else { return nil }
    return newest.nextStep()
  }

  /// Notes a chain that has no step yet; its first step makes it a lesson.
  func begin(_ lesson: Lesson<Arguments, Output, Failure>) { begun.append(lesson) }

  /// Adds steps to a chain, and hands over the lessons that no call can reach any more.
  func add(
    _ steps: [Lesson<Arguments, Output, Failure>.Step],
    to lesson: Lesson<Arguments, Output, Failure>
  ) -> Any? {
    if let place = begun.firstIndex(where: { $0 === lesson }) {
      begun.remove(at: place)
      lesson.steps.append(contentsOf: steps)
      return add(lesson)
    }
    noteSite(of: steps, lesson.site)
    lesson.steps.append(contentsOf: steps)
    return nil
  }

  /// Keeps the line that taught the steps; there are never more of them than lines that teach.
  private func noteSite(
    of steps: some Sequence<Lesson<Arguments, Output, Failure>.Step>, _ site: CallSite
  ) {
    let known = sites.lastIndex(of: site)
    if known == nil { sites.append(site) }
    for step in steps { step.siteIndex = Int32(known ?? sites.count - 1) }
  }

  override var unfinished: CallSite? { begun.last?.site }

  override var taught: [TaughtFunction] {
    lessons.reversed().map {
      TaughtFunction(name: name, condition: $0.condition?.description, site: $0.site)
    }
  }

  /// A copy of the calls that shares its storage; the records are made from it when the lock is free.
  func records<Shown>(
    last count: Int = .max, _ arguments: @escaping (Arguments) -> Shown
  ) -> () -> [CallRecord<Shown, Output>] {
    let (calls, sites) = (calls, sites)
    return {
      calls.oldestFirst.suffix(count).map { stored in
        CallRecord(
          stored, arguments: arguments(stored.arguments),
          answeredBy: stored.siteIndex < 0 ? nil : sites[Int(stored.siteIndex)])
      }
    }
  }

  override package func indices() -> [Int] { calls.oldestFirst.map(\.index) }

  override package func anyCalls(last count: Int) -> () -> [AnyCallRecord] {
    let records = records(last: count) { $0 }
    return { [name] in records().map { AnyCallRecord($0, of: name) } }
  }

  override func unused() -> [FakedScope.Finding] {
    let reachable = lessons.lastIndex(where: \.hidesOlder) ?? lessons.startIndex
    let unused = lessons[reachable...].filter(\.isUnused).map {
      FakedScope.Finding(FailureMessage.unused(label, $0.condition?.description), at: $0.site)
    }
    return unused
      + begun.map { .init(FailureMessage.emptyChain(label, taught: nil).message, at: $0.site) }
  }

  override package func markVerified(_ indices: Set<Int>) { calls.markVerified(indices) }

  override func limitCalls(to limit: Int) -> Any? { calls.limit(to: limit) }

  override func removeCalls() -> Any? {
    callCount = 0
    return calls.removeAll()
  }

  override func removeLessons() -> Any? {
    defer {
      lessons = []
      begun = []
    }
    return (lessons, begun)
  }
}
