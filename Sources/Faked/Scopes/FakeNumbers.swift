/// The numbers of the fakes without a name in a scope, counted separately for each type.
final class FakeNumbers: Sendable {
  /// The fakes of one type, by their positions among all fakes of the scope.
  private struct Fakes {
    /// The fakes whose numbers may have been shown, in the order of their numbers.
    var numbered: [Int] = []
    var new: [Int] = []
  }

  private struct State {
    var memberCount = 0
    var fakes: [ObjectIdentifier: Fakes] = [:]
  }

  private let state = Locked(State())

  /// Returns the position of a fake that joins the scope. A fake with a `FakeInstance` joins when it is created.
  func nextPosition() -> Int {
    state.withLock { state in
      state.memberCount += 1
      return state.memberCount
    }
  }

  /// Returns the number of a fake, whose type is known when it is first used.
  func number(of fake: Any.Type, at position: Int) -> FakeNumber {
    state.withLock { $0.fakes[ObjectIdentifier(fake), default: Fakes()].new.append(position) }
    return FakeNumber(numbers: self, fake: ObjectIdentifier(fake), position: position)
  }

  fileprivate func text(of number: FakeNumber) -> String {
    let (index, count) = state.withLock { state in
      var fakes = state.fakes[number.fake] ?? Fakes()
      // A number that was shown never changes, so a fake that is used later gets a higher one.
      fakes.numbered += fakes.new.sorted()
      fakes.new = []
      state.fakes[number.fake] = fakes
      return (fakes.numbered.firstIndex(of: number.position) ?? 0, fakes.numbered.count)
    }
    return count > 1 ? " #\(index + 1)" : ""
  }
}

/// The number of a fake among the fakes of its type in its scope, in the order in which they joined it.
@usableFromInline
struct FakeNumber: Sendable {
  fileprivate let numbers: FakeNumbers
  fileprivate let fake: ObjectIdentifier
  fileprivate let position: Int

  /// The number as it follows the type, or an empty text if only one fake of the type was used.
  var text: String { numbers.text(of: self) }
}
