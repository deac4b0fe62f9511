import FakeableClients
import Faked
import FakedClients
import Foundation

extension Scene {
  static var strings: Scene {
    Scene("Generic methods: a string ID takes any parameters and any result") {
      Transcript.code(
        #"""
        let client = FakeNetworkClient()  // its ID is `let send = "send"`
        let service = GreetingService(client: client)
        client.when(\.send) { invocationCount, params in
          let request: URLRequest = try params[0].unwrap()
          let name = request.url?.lastPathComponent ?? "stranger"
          return (Greeting(text: "Hello, \(name)! You are number \(invocationCount)."), ok)
        }
        """#)
      let client = FakeNetworkClient()
      let service = GreetingService(client: client)
      let ok = Sample.ok()
      client.when(\.send) { invocationCount, params in
        let request: URLRequest = try params[0].unwrap()
        let name = request.url?.lastPathComponent ?? "stranger"
        return (Greeting(text: "Hello, \(name)! You are number \(invocationCount)."), ok)
      }
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"),
        is: "Hello, Ada! You are number 1.")
      Transcript.code(
        #"client.when(\.send) { _, _ in throw NetworkError.transport(URLError(.timedOut)) }"#)
      client.when(\.send) { _, _ in throw NetworkError.transport(URLError(.timedOut)) }
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "Hello!")
    }
  }
}
