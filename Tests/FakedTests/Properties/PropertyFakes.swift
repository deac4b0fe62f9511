import Faked
import Testing

extension Faked {
  /// Returns the reason why a property is not as expected.
  func failure(of path: String, expected: Any?) -> FakedError? {
    do {
      try assertProp(path, expectedValue: expected)
      return nil
    } catch {
      #expect(error is FakedError)
      return error as? FakedError
    }
  }
}

/// A fake that holds the compared value.
struct FakeHolder: Faked {
  let instanceId = "holder"
  let value: Any?
  init(_ value: Any?) { self.value = value }
}

struct FakeAccount: Faked {
  struct User: Equatable {
    var name: String
    var address: Address?
  }

  struct Address: Equatable {
    var city: String
  }

  enum State {
    case failed(code: Int, String)
  }

  let instanceId = "account"
  let name = "Ann"
  let age = 42
  let nickname: String? = nil
  let tags = ["a", "b"]
  let user: User? = User(name: "Bob", address: Address(city: "Graz"))
  let other = User(name: "Cy", address: nil)
  let state = State.failed(code: 3, "why")
  let pair = (1, second: 2)
  var isAdult: Bool { age >= 18 }
}
