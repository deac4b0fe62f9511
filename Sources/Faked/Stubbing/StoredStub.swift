/// One stub of a function: the calls that it responds to, and its responses. Guarded by the lock of the fake.
@usableFromInline
final class StoredStub<Arguments, Output, Failure: Error> {
  /// Identifies the stub among all stubs that its function ever had.
  @usableFromInline let id: Int32
  /// The `when` line.
  let site: SourceLine
  // The lock already excludes conflicting accesses; checking them again costs 15 ns a call.
  @exclusivity(unchecked) @usableFromInline var queue = ResponseQueue<Arguments, Output, Failure>()
  /// The calls that the stub responds to, or `nil` for every call.
  @usableFromInline private(set) var condition: Condition<Arguments>?
  /// The faults and delays, newest last. They come before the responses.
  private var rules: [ResponseRule<Arguments, Failure>] = []
  private(set) var isLenient = false

  init(id: Int32, at site: SourceLine, condition: Condition<Arguments>?) {
    self.id = id
    self.site = site
    self.condition = condition
    queue.isDirect = condition == nil
  }

  func append(_ response: Response<Arguments, Output, Failure>, times: Int) {
    queue.responses.append((response, times))
  }

  func append(_ rule: ResponseRule<Arguments, Failure>) {
    rules.append(rule)
    queue.isDirect = false
  }

  func require(_ holds: @escaping (Arguments) -> Bool) {
    condition = condition?.and(where: holds) ?? Condition(where: holds)
    queue.isDirect = false
  }

  func setLenient() { isLenient = true }
}

extension StoredStub {
  var hasResponses: Bool { !queue.responses.isEmpty }

  /// A Boolean value that indicates whether the stub has neither a response nor a rule.
  @usableFromInline var isUnfinished: Bool { !hasResponses && rules.isEmpty }

  var respondsToEveryCall: Bool { condition == nil && hasResponses }

  /// A Boolean value that indicates whether a call got a response. A stub that begins with `thenFail()` is
  /// right without a call.
  var isUsed: Bool { queue.uses > 0 || rules.contains(where: \.isUsed) || forbidsCalls }

  private var forbidsCalls: Bool {
    if case .fail = queue.responses.first?.response { true } else { false }
  }

  /// A Boolean value that indicates whether every call gets the same response.
  var isConstant: Bool {
    guard rules.isEmpty, queue.responses.count == 1 else { return false }
    if case .constant = queue.responses[0].response { return true }
    return false
  }

  /// A Boolean value that indicates whether every call waits for the test.
  var isHold: Bool {
    if rules.isEmpty, case .hold = queue.responses.first?.response { true } else { false }
  }

  /// The calls of a fault or a delay that no call got.
  var unusedRule: String? { rules.first { !$0.isUsed }?.calls }

  /// The calls of the faults, as in `the first 2 calls`.
  var faultyCalls: [String] { rules.filter(\.isFault).map(\.calls) }

  /// Returns the response of the next call, or `nil` if the call goes to older stubs.
  @usableFromInline
  func next() -> Response<Arguments, Output, Failure>? {
    var waits: [AsyncBehavior<Arguments, Void, any Error>] = []
    var response: Response<Arguments, Output, Failure>?
    for rule in rules.reversed() where response == nil {
      switch rule.effect {
      case .fault(let strikes, let error):
        guard strikes() else { continue }
        response = .thrown(error)
      case .delay(let wait): waits.append(wait)
      }
      rule.isUsed = true
    }
    response = response ?? queue.next()
    for wait in waits.reversed() { response = .delayed(wait, then: response, of: id) }
    return response
  }
}

/// The responses of a stub, in the order in which calls get them. The last response repeats.
@usableFromInline
struct ResponseQueue<Arguments, Output, Failure: Error> {
  @usableFromInline var responses: [(response: Response<Arguments, Output, Failure>, times: Int)] =
    []
  /// A Boolean value that indicates whether every call gets the next response, without a condition or a rule.
  @usableFromInline var isDirect = true
  /// The position of the current response.
  @usableFromInline var position = 0
  /// The number of calls that got the current response.
  @usableFromInline var uses = 0

  @usableFromInline init() {}

  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func next() -> Response<Arguments, Output, Failure>? {
    guard position < responses.count else { return nil }
    var current = responses[position]
    if uses >= current.times, position + 1 < responses.count {
      position += 1
      uses = 0
      current = responses[position]
    }
    uses += 1
    return current.response
  }
}

/// A fault or a delay that some calls of a stub get.
final class ResponseRule<Arguments, Failure: Error> {
  enum Effect {
    /// Throws for the calls that `strikes` selects. It runs once for each call, under the lock.
    case fault(strikes: () -> Bool, Failure)
    case delay(AsyncBehavior<Arguments, Void, any Error>)
  }

  let effect: Effect
  /// The calls, as in `the first 2 calls`.
  let calls: String
  /// A Boolean value that indicates whether a call got it.
  var isUsed = false

  init(_ effect: Effect, calls: String) {
    self.effect = effect
    self.calls = calls
  }

  var isFault: Bool { if case .fault = effect { true } else { false } }
}
