import FakedClients
import FakedExplore
import FakedRecording
import Foundation

/// The fakes and values that the examples in documentation comments use.
struct Examples {
  struct FakeMailer: Faked {
    let instanceId = FakeInstance()
    let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send(_:to:)"
    func send(_ text: String, to reader: String) async throws -> Int {
      try await handleCall(\.send, text, reader)
    }
  }

  struct FakeLibrary: Faked {
    let instanceId = FakeInstance()
    let find: FunctionID<(String) -> [String], AsyncThrows> = "find(_:)"
    let borrow: FunctionID<(String, Int) -> Bool, Throws> = "borrow(_:days:)"
    func find(_ title: String) async throws -> [String] { try await handleCall(\.find, title) }
    @discardableResult func borrow(_ title: String, days: Int) throws -> Bool {
      try handleCall(\.borrow, title, days)
    }
  }

  struct Library {
    func find(_ title: String) async throws -> [String] { [title] }
  }

  struct SpyLibrary: Faked {
    let instanceId = FakeInstance()
    let find: FunctionID<(String) -> [String], AsyncThrows> = "find(_:)"
    let real: Library
    func find(_ title: String) async throws -> [String] {
      try await handleCall(\.find, title, real: try await real.find(title))
    }
  }

  struct FakeCounter: Faked {
    let instanceId = FakeInstance()
    let add = "add(_:)"
    func add(_ number: Int) throws -> Int { try handleCall(\.add, params: number) }
  }

  struct FakeAccount: Faked {
    let instanceId = FakeInstance()
    var age = 41
  }

  actor Poller {
    private(set) var ticks = 0
    private let clock: any Clock<Duration>
    init(clock: any Clock<Duration>) { self.clock = clock }

    func start() {
      Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          ticks += 1
        }
      }
    }
  }

  actor Shelf {
    let library: FakeLibrary
    private(set) var books: [String] = []
    init(library: FakeLibrary) { self.library = library }
    func load() async throws { books = try await library.find("E") }
    func signOut() { books = [] }
  }

  actor Reader {
    func read() {}
    func signOut() {}
  }

  struct Greeting: Codable { let text: String }
  struct User: Codable { let name: String }
  struct Closed: Error {}

  let reader = Reader()
  let mailer = FakeMailer()
  let library = FakeLibrary()
  let counter = FakeCounter()
  let account = FakeAccount()
  let client = FakeNetworkClient()
  let transport = FakeTransport()
  let storage = FakeKeychainStorage()
  let request = URLRequest(url: URL(filePath: "/"))
  var held: HeldCalls<String, [String], any Error> { library.hold(\.find) }
}
