import FakedTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct FakeShop: Faked {
  let instanceId = FakeInstance()
  let buy: FunctionID<(Any) -> Void, Throws> = "buy(_:)"
  init() { when(\.buy) { _ in } }
  func buy(_ thing: Any) { try? handleCall(\.buy, thing) }
}

private struct FakeTill: Faked {
  let instanceId = FakeInstance()
  let pay: FunctionID<(Int) -> Int, Throws> = "pay(_:)"
  func pay(_ amount: Int) throws -> Int { try handleCall(\.pay, amount) }
}

private struct FakeAlarm: Faked {
  let instanceId = FakeInstance()
  let ring: FunctionID<(@escaping () -> Void) -> Void, Returns> = "ring(_:)"
  func ring(_ stop: @escaping () -> Void) { handleCall(\.ring, stop) }
}

/// The arguments that a scope keeps of fakes that were released before its end.
@Suite struct PlainValueTests {
  /// Returns the arguments of calls as the list of calls shows them.
  private func shown(_ values: [Any]) -> [String] {
    let probe = ProbedScope()
    return probe.run {
      do {
        let shop = FakeShop()
        for value in values { shop.buy(value) }
      }
      probe.scope.sawFailure()
      let text = Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
      return text.matches(of: #/\.buy\((.*)\) returned/#).map { String($0.1) }
    }
  }

  private final class Token: Hashable, Sendable {
    static func == (left: Token, right: Token) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private enum Box: CaseIterable {
    case notification, hashables, slice, request, error

    func value(_ token: Token) -> Any {
      switch self {
      case .notification: return Notification(name: .init("a"), object: token)
      case .hashables: return [AnyHashable](repeating: token, count: 101)
      case .slice: return [AnyHashable(token), 1, 2].dropFirst()
      case .request:
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.httpBodyStream = InputStream(data: Data())
        return (request, token)
      case .error: return (CocoaError(.fileNoSuchFile, userInfo: ["token": token]), token)
      }
    }
  }

  /// Returns a Boolean value that indicates whether a scope releases a token that was used before its end.
  private func isReleased(
    before probe: ProbedScope = ProbedScope(), use: (Token) -> Void
  ) -> Bool {
    weak var weakToken: Token?
    return probe.run {
      do {
        let token = Token()
        weakToken = token
        use(token)
      }
      defer { _ = probe.scope.end(isStrict: false) }
      return weakToken == nil
    }
  }

  @Test(arguments: Box.allCases) private func valuesThatContainObjectsAreNotKept(box: Box) {
    #expect(isReleased { FakeShop().buy(box.value($0)) })
  }

  @Test func closuresAreNotKept() {
    #expect(
      isReleased { token in
        let alarm = FakeAlarm()
        alarm.when(\.ring) { _ in }
        alarm.ring { _ = token }
      })
  }

  private struct TokenError: Error { let token: Token }

  /// Pays 0, which throws an error that contains a token, and then other amounts.
  private func pay(_ token: Token, calls: Int) {
    let till = FakeTill()
    till.when(\.pay).thenReturn(1)
    till.when(\.pay, with: 0).thenThrow(TokenError(token: token))
    for amount in 0..<calls { _ = try? till.pay(amount) }
  }

  @Test func errorsThatContainObjectsAreNotKept() {
    #expect(isReleased { pay($0, calls: 1) })
  }

  @Test func errorsOfOldCallsAreNotKept() {
    #expect(isReleased { pay($0, calls: 60) })
  }

  @Test func errorsAreNotKeptOnceTheListOfCallsIsFull() {
    let probe = ProbedScope()
    let isReleased = isReleased(before: probe) { token in
      probe.scope.sawFailure()
      for _ in 0..<5 {
        let till = FakeTill()
        till.when(\.pay).thenReturn(1)
        for amount in 0..<200 { _ = try? till.pay(amount) }
      }
      pay(token, calls: 1)
    }
    #expect(isReleased)
  }

  @Test func largeValuesAreNotKept() {
    #expect(
      shown([
        Data(count: 1 << 20), [UInt8](repeating: 0, count: 101), Set(0...100),
        Dictionary(uniqueKeysWithValues: (0...100).map { ($0, $0) }), [[Int](0...100)],
        ContiguousArray(0...100),
      ]) == [
        "a Data", "[UInt8]", "a Set<Int>", "[Int: Int]", "[[Int]]", "a ContiguousArray<Int>",
      ])
  }

  @Test func smallValuesOfTheLibraryAreKept() throws {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000002A"))
    #expect(
      shown([
        Data([1, 2, 3]), id, 1..<3, "a"..."b", AnyHashable(["a": 1]), [AnyHashable("a")],
        [AnyHashable(1): [1.5]], URLQueryItem(name: "a", value: "b"),
      ]) == [
        "3 bytes", "00000000-0000-0000-0000-00000000002A", "1..<3", "a...b", #"["a": 1]"#,
        #"["a"]"#, "[1: [1.5]]", "a=b",
      ])
  }

  @Test func collectionsDoNotHashTheirElementsAgain() {
    struct Key: Hashable {
      static let hashes = Captured(0)
      let number: Int
      func hash(into hasher: inout Hasher) {
        Self.hashes.withValue { $0 += 1 }
        hasher.combine(number)
      }
    }
    for count in [2, 101] {
      let keys = (0..<count).map(Key.init)
      let (set, dictionary) = (Set(keys), Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
      let probe = ProbedScope()
      probe.run {
        let hashes = Key.hashes.value
        FakeShop().buy(set)
        FakeShop().buy(dictionary)
        #expect(Key.hashes.value == hashes)
        _ = probe.scope.end(isStrict: false)
      }
    }
  }
}
