import Faked
import Foundation
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The published form of fakes and of their tests, in the Swift 5 mode they were written in.

private protocol Sender {
  func send<Output: Decodable>(request: URLRequest) async throws -> (Output, HTTPURLResponse)
  func send<Input: Encodable, Output: Decodable>(request: URLRequest, body: Input) async throws
    -> (Output, HTTPURLResponse)
}

private struct FakeSender: Sender, Faked {
  let instanceId = UUID().description
  let send = "send"
  let sendWithBody: String = "sendWithBody"

  func send<Output>(request: URLRequest) async throws -> (Output, HTTPURLResponse)
  where Output: Decodable {
    return try handleCall(\.send, params: request)
  }

  func send<Input, Output>(request: URLRequest, body: Input) async throws -> (
    Output, HTTPURLResponse
  ) where Input: Encodable, Output: Decodable {
    return try handleCall(\.sendWithBody, params: request, body)
  }
}

private struct FakeStore: Faked {
  var instanceId: String = UUID().uuidString
  let put = "put"
  let get = "get"
  let clear = "clear"

  func put<T>(item: T?, key: String, group: String?) throws {
    return try handleCall(\.put, params: item, key, group)
  }
  func get<T>(key: String) throws -> T? { return try handleCall(\.get, params: key) }
  func clear() async throws { return try handleCall(\.clear) }
  func log(_ parts: Any?...) throws -> Int { return try handleCall(\.put, params: parts) }
}

private struct FakeClock: Faked {
  let instanceId = UUID().uuidString
  let provideFuncName = "provide"
  func provide() -> Date { return try! handleCall(\.provideFuncName) }
  func zone() -> String { return try! handleCall() }
  func offset(of city: String) async -> Int { return try! handleCall(params: city) }
}

private final class FakeFlags: Faked {
  let instanceId = UUID().description
  let verify: String = "verify"
  var last: Bool?
  func verify(content: Data, signature: Data) -> Bool {
    return try! handleCall(\.verify, params: content, signature)
  }
}

final class PublishedFormTests: XCTestCase {
  private let sender = FakeSender()
  private let store = FakeStore()
  private var clock = FakeClock()
  private var flags: FakeFlags!
  private let url = URL(string: "https://example.com/greeting")!

  override func setUpWithError() throws { flags = FakeFlags() }

  override func tearDownWithError() throws {
    Mirror(reflecting: self).children.forEach { child in
      if let fake = child.value as? any Faked { fake.tearDown() }
    }
  }

  func testAGenericMethodReturnsATuple() async throws {
    let url = self.url
    var sent: URLRequest?
    sender.when(\.send) { invocationCount, params in
      let request: URLRequest! = try params[0].unwrap()
      XCTAssertEqual(invocationCount, 1)
      sent = request
      return (
        "hello", HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)!
      )
    }
    let (text, response): (String, HTTPURLResponse) = try await sender.send(
      request: URLRequest(url: url))
    XCTAssertEqual(text, "hello")
    XCTAssertEqual(response.statusCode, 200)
    XCTAssertEqual(sent?.url, url)
  }

  func testATupleMayHaveAnOptionalElement() async throws {
    let url = self.url
    sender.when(\.sendWithBody) { invocationCount, params in
      let body: [String: String]! = try params[1].unwrap()
      XCTAssertEqual(body, ["name": "Ada"])
      let response = HTTPURLResponse(
        url: url, statusCode: 201, httpVersion: nil, headerFields: nil)
      if invocationCount == 2 {
        return (Data(), response)
      }
      return (Data([1]), response)
    }
    let (data, response): (Data, HTTPURLResponse) = try await sender.send(
      request: URLRequest(url: url), body: ["name": "Ada"])
    XCTAssertEqual(data, Data([1]))
    XCTAssertEqual(response.statusCode, 201)
  }

  func testBehaviorsMayReturnNothing() async throws {
    var keys: [String] = []
    store.when(\.put) { invocationCount, params in
      let key: String! = try params[1].unwrap()
      let group: String? = try params[2].unwrap()
      XCTAssertNil(group)
      keys.append(key)
    }
    try store.put(item: 1, key: "a", group: nil)
    store.when(\.put) { _, params in
      let key: String = try params[1].unwrap()
      keys.append(key)
      return
    }
    try store.put(item: nil as Int?, key: "b", group: nil)
    store.when(\.put) { _, _ in return () }
    try store.put(item: 1, key: "c", group: "g")
    XCTAssertEqual(keys, ["a", "b"])
    store.when(\.put) { _, params in params.count }
    XCTAssertEqual(try store.log(1, nil, "a"), 3)
    store.when(\.clear) { _, _ in }
    try await store.clear()
    store.when(\.clear) { invocationCount, params in
      switch invocationCount {
      case 1: keys.removeAll()
      default: return
      }
      return
    }
    try await store.clear()
    XCTAssertEqual(keys, [])
  }

  func testAResultMayBeOptional() throws {
    store.when(\.get) { _, _ in nil }
    let nothing: Int? = try store.get(key: "a")
    XCTAssertNil(nothing)
    store.when(\.get) { _, _ in return 3 }
    let three: Int? = try store.get(key: "a")
    XCTAssertEqual(three, 3)
  }

  func testFunctionsOfOneFakeAreIndependent() {
    let now = Date()
    clock.when(\.provideFuncName) { _, _ in now }
    clock.when("zone()") { _, _ in "CET" }
    XCTAssertEqual(clock.provide(), now)
    XCTAssertEqual(clock.zone(), "CET")
  }

  func testTheDefaultNameIsTheMethod() async {
    clock.when("offset(of:)") { count, params in
      let city: String! = try params[0].unwrap()
      return city.count + count
    }
    let first = await clock.offset(of: "Wien")
    XCTAssertEqual(first, 5)
  }

  func testAnErrorOfTheBehaviorIsThrown() async {
    struct Refused: Error, Equatable {}
    sender.when(\.send) { _, _ in throw Refused() }
    do {
      let _: (Data, HTTPURLResponse) = try await sender.send(request: URLRequest(url: url))
      XCTFail("should throw")
    } catch {
      XCTAssertEqual(error as? Refused, Refused())
    }
  }

  func testCopiesAreEqualAndOthersAreNot() {
    let copy: any Faked = store
    XCTAssertEqual(copy as? FakeStore, store)
    XCTAssertNotEqual(FakeStore(), store)
  }

  func testAMethodMayShareANameWithTheLibrary() {
    flags.when(\.verify) { _, params in
      let content: Data! = try params[0].unwrap()
      return content.isEmpty
    }
    XCTAssertTrue(flags.verify(content: Data(), signature: Data()))
    XCTAssertFalse(flags.verify(content: Data([1]), signature: Data()))
  }

  func testPropertiesAreAsserted() throws {
    flags.last = true
    XCTAssertTrue(try flags.assertProp("verify", expectedValue: "verify"))
    XCTAssertTrue(try flags.assertProp("last", expectedValue: true))
    XCTAssertThrowsError(try flags.assertProp("last", expectedValue: false))
    XCTAssertEqual(flags.props()["verify"] as? String, "verify")
  }

  func testABehaviorCanBeAFunction() throws {
    let behavior: FakedFunction = { count, _ in count * 10 }
    store.when(\.get, function: behavior)
    let first: Int? = try store.get(key: "a")
    XCTAssertEqual(first, 10)
  }
}
