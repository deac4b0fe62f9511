/// The numbers of calls in messages: their positions among all calls of their test, from 1.
package struct CallNumbers {
  /// The indices of the calls, in order.
  private let indices: [UInt64]
  /// The number of other calls before each call. Until `addUp()` runs, only those since the previous call.
  private var counts: [Int]

  /// Numbers the calls of fakes. The calls of all fakes of their scopes count, except for fakes that keep no calls.
  package init(of indices: [UInt64], in fakes: [FakeInstance]) {
    self.init(of: indices)
    var scopes: Set<ObjectIdentifier> = []
    var counted: Set<ObjectIdentifier> = []
    for fake in fakes {
      if let scope = fake.state.scope {
        if scopes.insert(ObjectIdentifier(scope)).inserted { scope.count(in: &self) }
      } else if counted.insert(ObjectIdentifier(fake)).inserted {
        fake.state.count(in: &self)
      }
    }
    addUp()
  }

  /// Numbers calls of a scope.
  init(of indices: [UInt64], in scope: TestScope) {
    self.init(of: indices)
    scope.count(in: &self)
    addUp()
  }

  private init(of indices: [UInt64]) {
    self.indices = indices.sorted()
    counts = indices.map { _ in 0 }
  }

  /// Returns the number of a call.
  package subscript(index: UInt64) -> Int { 1 + counts[position(of: index)] }

  private mutating func addUp() {
    for position in counts.indices.dropFirst() { counts[position] += counts[position - 1] }
  }

  /// Counts one call, or several that were made at the same time.
  mutating func count(_ calls: Int = 1, at index: UInt64) {
    let next = position(of: index + 1)
    if next < counts.count { counts[next] += calls }
  }

  /// Counts the calls of a function. The lock of its fake is held.
  mutating func count(_ function: AnyFunctionState) {
    let kept = function.callCount(before: .max)
    let discarded = function.callCount - kept
    if discarded > 0, let oldest = function.indices().first { count(discarded, at: oldest - 1) }
    if kept <= indices.count {
      for index in function.indices() { count(at: index) }
      return
    }
    var counted = 0
    for (position, index) in indices.enumerated() {
      let before = function.callCount(before: index)
      counts[position] += before - counted
      counted = before
    }
  }

  /// Returns the position of the first call whose index is not lower.
  private func position(of index: UInt64) -> Int {
    var (low, high) = (0, indices.count)
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension FakeState {
  fileprivate func count(in numbers: inout CallNumbers) {
    contents.withLock { contents in
      for function in contents.functions { numbers.count(function) }
    }
  }
}

extension TestScope {
  /// Counts the calls of all fakes of the scope.
  fileprivate func count(in numbers: inout CallNumbers) {
    for fake in members.fakes where fake.state.scope === self { fake.state.count(in: &numbers) }
    summary.count(in: &numbers)
  }
}
