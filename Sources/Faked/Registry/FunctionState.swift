@usableFromInline
package final class FunctionState<Arguments, Output, Failure: Error>: AnyFunction {
  @usableFromInline typealias Step = Lesson<Arguments, Output, Failure>.Step
  @usableFromInline typealias Taught = Lesson<Arguments, Output, Failure>

  @usableFromInline package let calls:
    UnsafeMutablePointer<FunctionCalls<Arguments, Output, Failure>>
  /// Newest last; one without a condition hides those before it.
  @exclusivity(unchecked) @usableFromInline var lessons: ContiguousArray<Taught> = []
  /// The same for calls to choose from, newest first; made when a call asks for it.
  @exclusivity(unchecked) @usableFromInline
  var candidates: ContiguousArray<Candidate<Arguments, Output, Failure>>?
  /// Chains that were begun and have no step yet.
  @exclusivity(unchecked) @usableFromInline var begun: ContiguousArray<Taught> = []
  /// The lines that taught it; a kept call names the one that answered by its position here.
  @exclusivity(unchecked) @usableFromInline var sites: ContiguousArray<CallSite> = []

  @inlinable
  init(name: String, fake: Any.Type, history: CallHistory) {
    calls = .allocate(capacity: 1)
    super.init(name: name, fake: fake)
    calls.initialize(to: FunctionCalls(of: self, history: history))
  }

  @inlinable
  deinit {
    calls.deinitialize(count: 1)
    calls.deallocate()
  }

  /// Adds a lesson, and hands over what no call can reach any more.
  @inlinable
  func add(_ lesson: Taught) -> Any? {
    begun.removeAll { $0 === lesson }
    let hidesOlder = lesson.hidesOlder
    var hidden: ContiguousArray<Taught> = []
    if hidesOlder {
      swap(&hidden, &lessons)
    } else if let newest = lessons.lastIndex(where: \.hidesOlder) {
      hidden.append(contentsOf: lessons[..<newest])
      lessons.removeSubrange(..<newest)
    }
    lessons.append(lesson)
    noteSite(of: lesson.steps, lesson.site)
    if hidesOlder { calls.pointee.countBeforeLesson = calls.pointee.log.nextNumber }
    return (hidden, unsettle())
  }

  /// What answers the next call, if that does not depend on its arguments; found by a look at the lessons.
  @inlinable @inline(never)
  func nextUnsettledAnswer() -> (
    answer: Lesson<Arguments, Output, Failure>.Answer?, siteIndex: Int32
  ) {
    guard let newest = lessons.last, newest.condition == nil, let step = newest.nextStep()
    else { return (nil, -1) }
    if newest.isSettled {
      (calls.pointee.settled, calls.pointee.settledSite) = (step.answer, step.siteIndex)
    }
    return (step.answer, step.siteIndex)
  }

  /// Lets the next call look for its answer anew; hands over what had been found.
  @inlinable
  func unsettle() -> Any? {
    defer {
      calls.pointee.settled = nil
      candidates = nil
    }
    return (calls.pointee.settled, candidates)
  }

  /// What a call whose answer depends on its arguments can choose from, newest first.
  @inlinable
  func makeCandidates() -> ContiguousArray<Candidate<Arguments, Output, Failure>> {
    if let candidates { return candidates }
    let made = ContiguousArray(lessons.reversed().map { Candidate($0) })
    candidates = made
    return made
  }

  /// Notes a chain that has no step yet; its first step makes it a lesson.
  func begin(_ lesson: Taught) { begun.append(lesson) }

  /// Adds steps to a chain, and hands over what no call can reach any more.
  func add(_ steps: ContiguousArray<Step>, to lesson: Taught) -> Any? {
    if begun.contains(where: { $0 === lesson }) {
      lesson.steps.append(contentsOf: steps)
      return add(lesson)
    }
    noteSite(of: steps, lesson.site)
    lesson.steps.append(contentsOf: steps)
    return unsettle()
  }

  /// Keeps the line that taught the steps; there are never more of them than lines that teach.
  @inlinable
  func noteSite(of steps: ContiguousArray<Step>, _ site: CallSite) {
    let known = sites.lastIndex(of: site)
    if known == nil { sites.append(site) }
    // A step that is known may be read by a call just now, and keeps its line.
    for index in steps.indices where steps[index].siteIndex < 0 {
      steps[index].siteIndex = Int32(known ?? sites.count - 1)
    }
  }

  @usableFromInline override package var callCount: Int { calls.pointee.count }

  override var unfinished: CallSite? { begun.last?.site }

  override var taught: [TaughtFunction] {
    lessons.reversed().map {
      TaughtFunction(name: name, condition: $0.condition?.description, site: $0.site)
    }
  }

  /// A copy of the calls that shares its storage; the records are made from it when the lock is free.
  @inlinable
  func records(last count: Int = .max) -> () -> [CallRecord<Arguments, Output>] {
    let (log, sites) = (calls.pointee.log, sites)
    return {
      // Read in place: a call is copied field by field into its record, and not before that as a whole.
      log.oldestFirst.withUnsafeBufferPointer { calls in
        calls.indices.suffix(count).map { position in
          let siteIndex = calls[position].siteIndex
          return CallRecord(
            calls[position], answeredBy: siteIndex < 0 ? nil : sites[Int(siteIndex)])
        }
      }
    }
  }

  override package func indices() -> [Int] { calls.pointee.log.oldestFirst.map(\.index) }

  override package func anyCalls(last count: Int) -> () -> [AnyCallRecord] {
    let records = records(last: count)
    return { [name] in records().map { AnyCallRecord($0, of: name) } }
  }

  override func unused() -> [FakedScope.Finding] {
    let reachable = lessons.lastIndex(where: \.hidesOlder) ?? lessons.startIndex
    let unused = lessons[reachable...].filter(\.isUnused).map {
      FakedScope.Finding(
        FailureMessage.unused(label, $0.condition?.description), at: $0.site)
    }
    return unused
      + begun.map {
        .init(FailureMessage.emptyChain(label, taught: nil).message, at: $0.site)
      }
  }

  override package func markVerified(_ indices: Set<Int>) {
    calls.pointee.log.markVerified(indices)
  }

  override func limitCalls(to limit: Int) -> Any? { calls.pointee.log.limit(to: limit) }

  override func removeCalls() -> Any? {
    calls.pointee.count = 0
    return calls.pointee.log.removeAll()
  }

  override func removeLessons() -> Any? {
    defer {
      lessons = []
      begun = []
    }
    return (lessons, begun, unsettle())
  }
}
