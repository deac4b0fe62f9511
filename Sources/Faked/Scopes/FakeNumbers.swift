/// The numbers of the fakes of a scope that have no name, for each type.
final class FakeNumbers: Sendable {
  private struct State {
    var memberCount = 0
    /// The positions of the fakes of each type among all fakes of the scope.
    var positions: [ObjectIdentifier: [Int]] = [:]
  }

  private let state = Locked(State())

  /// Returns the position of a fake that joins the scope: of one with a `FakeInstance`, when it is made.
  func nextPosition() -> Int {
    state.withLock { state in
      state.memberCount += 1
      return state.memberCount
    }
  }

  /// Returns the number of a fake, whose type is known when it is first used.
  func number(of fake: Any.Type, at position: Int) -> FakeNumber {
    state.withLock { $0.positions[ObjectIdentifier(fake), default: []].append(position) }
    return FakeNumber(numbers: self, fake: ObjectIdentifier(fake), position: position)
  }

  fileprivate func text(of number: FakeNumber) -> String {
    let positions = state.withLock { $0.positions[number.fake] ?? [] }
    return positions.count > 1 ? " #\(positions.count { $0 <= number.position })" : ""
  }
}

/// The number of a fake among the fakes of its type in its scope, in the order in which they joined it.
@usableFromInline
struct FakeNumber: Sendable {
  fileprivate let numbers: FakeNumbers
  fileprivate let fake: ObjectIdentifier
  fileprivate let position: Int

  /// The number behind the type, or nothing if only one fake of the type was used.
  var text: String { numbers.text(of: self) }
}
