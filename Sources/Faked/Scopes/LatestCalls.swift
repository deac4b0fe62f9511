/// The latest calls of one fake.
///
/// `@unchecked` because arguments need not be `Sendable`. The calls are formatted immediately, or contain only values that
/// hold no object.
struct LatestCalls: @unchecked Sendable {
  typealias Call = (label: FunctionLabel, record: CallRecord<[Any?], Any?>)

  /// A function of the fake. `nil` if none was called.
  let function: FunctionLabel?
  /// The number of all calls, including those that are not here.
  let total: Int
  /// The index of the latest call.
  let latestIndex: UInt64
  /// The number of calls that are here.
  private(set) var count: Int
  /// The number of calls in memory: of each function, there may be as many as are shown.
  private(set) var keptCount: Int
  /// Makes the records of the calls. A passing test doesn't need them.
  private var records: () -> [Call]
  /// A Boolean value that indicates whether the calls are known to hold no object.
  private var isPlain: Bool

  init(
    of function: FunctionLabel?, total: Int, latestIndex: UInt64, count: Int, keptCount: Int,
    isPlain: Bool, _ records: @escaping () -> [Call]
  ) {
    self.function = function
    self.total = total
    self.latestIndex = latestIndex
    self.count = count
    self.keptCount = keptCount
    self.isPlain = isPlain
    self.records = records
  }

  /// The calls, oldest first.
  var calls: [Call] { records() }

  /// The fake in a sentence.
  var owner: String { function?.owner ?? "a fake" }

  /// The number of earlier calls that are not here.
  var leftOut: Int { total - count }

  /// The index of the last of these calls, or one after it and before the calls that are here.
  private func lastLeftOut(before calls: [Call]) -> UInt64 {
    calls.first.map { $0.record.index - 1 } ?? latestIndex
  }

  /// Counts all calls.
  func count(in numbers: inout CallNumbers) {
    let calls = calls
    for call in calls { numbers.count(at: call.record.index) }
    if leftOut > 0 { numbers.count(leftOut, at: lastLeftOut(before: calls)) }
  }

  /// Forgets the calls, and keeps their number.
  mutating func forgetCalls() {
    (count, keptCount) = (0, 0)
    records = { [] }
  }

  /// Returns one text for each call of the fakes. Runs the descriptions of user types.
  static func texts(of fakes: [LatestCalls]) -> [CallText] {
    let calls = fakes.map(\.calls)
    let sites = sitesToLookUp(in: calls.joined())
    return zip(fakes, calls).flatMap { $0.texts(of: $1, sites) }
  }

  private func texts(of calls: [Call], _ sites: Set<Int32>) -> [CallText] {
    var texts = calls.map { label, record in
      let site = record.capturedSite.flatMap { sites.contains($0.position) ? $0.site : nil }
      return CallText(
        index: record.index,
        text: label.call(record.arguments) + " " + record.ending + calledAt(site))
    }
    if leftOut > 0, !texts.isEmpty {
      let text = "… \(plural(leftOut, "earlier call")) of \(owner)"
      texts.insert(CallText(index: lastLeftOut(before: calls), text: text, leftOut: leftOut), at: 0)
    }
    return texts
  }

  /// Returns the positions of the sites to look up: those of the newest calls.
  private static func sitesToLookUp(in calls: some Sequence<Call>) -> Set<Int32> {
    let records = calls.map(\.record).sorted { $0.index > $1.index }
    var positions: Set<Int32> = []
    for site in records.lazy.compactMap(\.capturedSite)
    where positions.count < ScopeSummary.maxSites {
      positions.insert(site.position)
    }
    return positions
  }

  /// Returns the calls without the objects that they would keep alive.
  var plain: LatestCalls {
    if isPlain { return self }
    let calls = calls.map { ($0.label, $0.record.plain) }
    var plain = self
    plain.keptCount = calls.count
    plain.records = { calls }
    return plain
  }
}

extension FakeInstance {
  /// Returns the last calls of the fake.
  func latestCalls(_ count: Int) -> LatestCalls {
    let functions = state.map { function in
      (
        label: function.label, total: function.callCount,
        kept: min(count, function.callCount(before: .max)),
        isPlain: function.holdsNoObjects(inLast: count), records: function.anyRecords(last: count)
      )
    }
    let keptCount = functions.reduce(0) { $0 + $1.kept }
    return LatestCalls(
      of: functions.first?.label, total: functions.reduce(0) { $0 + $1.total },
      latestIndex: state.latestIndex, count: min(count, keptCount), keptCount: keptCount,
      isPlain: functions.allSatisfy(\.isPlain)
    ) {
      functions.flatMap { function in function.records().map { (function.label, $0) } }
        .sorted { $0.1.index < $1.1.index }.suffix(count)
    }
  }
}
