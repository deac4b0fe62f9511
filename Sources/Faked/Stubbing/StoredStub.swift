/// One stub of a function: the calls that it responds to, and its responses. Guarded by the lock of the fake.
@usableFromInline
final class StoredStub<Arguments, Output, Failure: Error> {
  /// Identifies the stub among all stubs that its function has had.
  @usableFromInline let id: Int32
  /// The `when` line.
  let site: SourceLine
  // The lock already excludes conflicting accesses; checking them again costs 15 ns a call.
  @exclusivity(unchecked) @usableFromInline var cursor = ResponseCursor()
  /// The responses, in the order in which calls get them.
  @usableFromInline private(set) var responses: [Response<Arguments, Output, Failure>] = []
  /// The calls that the stub responds to, or `nil` for every call.
  @usableFromInline private(set) var condition: Condition<Arguments>?
  /// The faults and delays, newest last. They come before the responses.
  private var rules: [ResponseRule<Arguments, Failure>] = []
  private(set) var isLenient = false

  init(id: Int32, at site: SourceLine, condition: Condition<Arguments>?) {
    self.id = id
    self.site = site
    self.condition = condition
    cursor.isDirect = condition == nil
  }

  func append(_ response: Response<Arguments, Output, Failure>, times: Int) {
    responses.append(response)
    cursor.append(times)
  }

  func append(_ rule: ResponseRule<Arguments, Failure>) {
    rules.append(rule)
    cursor.isDirect = false
  }

  func require(_ holds: @escaping (Arguments) -> Bool) {
    condition = condition?.and(where: holds) ?? Condition(where: holds)
    cursor.isDirect = false
  }

  func setLenient() { isLenient = true }
}

extension StoredStub {
  var hasResponses: Bool { cursor.hasResponses }

  /// A Boolean value that indicates whether the stub has neither a response nor a rule.
  @usableFromInline var isUnfinished: Bool { !hasResponses && rules.isEmpty }

  var respondsToEveryCall: Bool { condition == nil && hasResponses }

  /// A Boolean value that indicates whether a call got a response. A stub that begins with `thenFail()`
  /// expects no call, so it counts as used.
  var isUsed: Bool { cursor.isUsed || rules.contains { $0.isUsed } || forbidsCalls }

  /// A Boolean value that indicates whether no call got a response, or none got one of the faults and delays.
  var isUnused: Bool { !isLenient && (!isUsed || unusedRule != nil) }

  private var forbidsCalls: Bool {
    if case .fail = responses.first { true } else { false }
  }

  /// A Boolean value that indicates whether every call gets the same response.
  var isConstant: Bool {
    guard rules.isEmpty, responses.count == 1 else { return false }
    if case .constant = responses[0] { return true }
    return false
  }

  /// A Boolean value that indicates whether every call waits for the test.
  var isHold: Bool {
    if rules.isEmpty, case .hold = responses.first { true } else { false }
  }

  /// A fault or a delay that no call got, as in `the fault for the first 2 calls`.
  var unusedRule: String? { rules.first { !$0.isUsed }?.description }

  /// The calls of the faults, as in `the first 2 calls`.
  var faultyCalls: [String] { rules.compactMap { $0.faultyCalls } }

  /// Returns the response of the next call, or `nil` if the call goes to older stubs. If the stub has only delays, an
  /// older stub supplies the response.
  @usableFromInline
  func next() -> Response<Arguments, Output, Failure>? {
    var waits: [AsyncBehavior<Arguments, Void, any Error>] = []
    var response: Response<Arguments, Output, Failure>?
    for rule in rules.reversed() {
      switch rule.effect {
      case .fault(_, let error):
        guard response == nil, rule.isNextCallFaulty() else { continue }
        response = .thrown(error)
      case .delay(_, let wait): waits.append(wait)
      }
      rule.isUsed = true
    }
    response = response ?? cursor.next().map { responses[$0] }
    return waits.isEmpty ? response : .delayed(waits, then: response)
  }
}

/// Finds the response of the next call among the responses of a stub. The last response repeats.
@usableFromInline
struct ResponseCursor {
  /// A Boolean value that indicates whether every call gets the next response, without a condition or a rule.
  var isDirect = true
  /// The number of calls that get each response.
  private var times: [Int] = []
  /// The position of the current response.
  private var position = 0
  /// The number of calls that got the current response.
  private var uses = 0

  var hasResponses: Bool { !times.isEmpty }

  /// A Boolean value that indicates whether a call got a response.
  var isUsed: Bool { uses > 0 }

  /// Adds a response.
  mutating func append(_ times: Int) { self.times.append(times) }

  /// Returns the position of the next response, or `nil` if there is none.
  mutating func next() -> Int? {
    guard position < times.count else { return nil }
    if uses >= times[position], position + 1 < times.count {
      position += 1
      uses = 0
    }
    uses += 1
    return position
  }

  /// Returns the position of the next response, or `nil` if a condition or a rule must be checked first.
  @usableFromInline
  mutating func nextDirect() -> Int? { isDirect ? next() : nil }
}

/// The calls that get a fault, by their numbers from 1.
enum FaultyCalls {
  /// One call in several.
  case every(Int)
  case first(Int)

  func contains(_ number: Int) -> Bool {
    switch self {
    case .every(let interval): number.isMultiple(of: interval)
    case .first(let count): number <= count
    }
  }
}

/// A fault or a delay that some calls of a stub get.
final class ResponseRule<Arguments, Failure: Error> {
  enum Effect {
    case fault(FaultyCalls, Failure)
    case delay(Duration, AsyncBehavior<Arguments, Void, any Error>)
  }

  let effect: Effect
  /// A Boolean value that indicates whether a call got it. A fault for no call counts as used.
  var isUsed: Bool
  /// The number of calls that could get it.
  private var callCount = 0

  init(_ effect: Effect) {
    self.effect = effect
    isUsed = if case .fault(.first(0), _) = effect { true } else { false }
  }

  /// Counts a call, and returns a Boolean value that indicates whether it gets the fault.
  func isNextCallFaulty() -> Bool {
    callCount += 1
    return if case .fault(let calls, _) = effect { calls.contains(callCount) } else { false }
  }

  /// The calls of a fault, as in `the first 2 calls`.
  var faultyCalls: String? { if case .fault(let calls, _) = effect { calls.text } else { nil } }

  /// The rule in a sentence, as in `the fault for the first 2 calls`.
  var description: String {
    switch effect {
    case .fault(let calls, _): "the fault for \(calls.text)"
    case .delay(let duration, _): "the delay of \(duration.formattedShort)"
    }
  }
}
