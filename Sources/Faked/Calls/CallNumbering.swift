/// The numbers of the calls of one function, and their positions in a ring buffer that keeps the latest ones.
///
/// This type is not part of the generic `CallLog`, because generic code is slow in a debug build.
@usableFromInline
struct CallNumbering {
  /// The maximum number of calls to keep.
  @usableFromInline var limit: Int
  /// The position of the oldest kept call.
  private var start = 0
  /// The number of the oldest kept call.
  private var first = 0
  /// The number of calls so far, which is also the number of the next call. It is never reset.
  private var next = 0
  /// The number of calls when the log was last emptied.
  private var afterReset = 0
  /// The number of the first call after the function was last stubbed unconditionally. Its invocation count is 1.
  private var countStart = 0

  init(limit: Int) { self.limit = limit }

  /// The number of calls since the log was last emptied.
  var count: Int { next - afterReset }

  /// Counts a call.
  ///
  /// - Returns: The number of the call, and the number of calls since the last unconditional stub, this one included.
  @usableFromInline
  mutating func add() -> (number: Int, invocationCount: Int) {
    next &+= 1
    return (next &- 1, next &- countStart)
  }

  /// Restarts the invocation count.
  mutating func restartCount() { countStart = next }

  /// Returns the position of a call, if it is kept.
  @usableFromInline
  func position(of number: Int, kept count: Int) -> Int? {
    let age = number &- first
    return age >= 0 && age < count ? position(ofAge: age, kept: count) : nil
  }

  /// Returns the position of a kept call. The oldest has the age 0.
  func position(ofAge age: Int, kept count: Int) -> Int {
    start == 0 ? age : (start &+ age) % count
  }

  /// Returns the position of the oldest call, which the call that was counted last replaces.
  mutating func replaceOldest() -> Int {
    first = next - limit
    defer { start = limit > 0 ? (start + 1) % limit : 0 }
    return start
  }

  /// Records that only the latest calls are kept, from the start of the buffer.
  mutating func keepLatest(_ count: Int) {
    start = 0
    first = next - count
  }

  /// Records that the log was emptied.
  mutating func reset() {
    keepLatest(0)
    afterReset = next
  }
}
