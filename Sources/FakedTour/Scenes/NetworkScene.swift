import FakedClients
import Foundation

extension Scene {
  static var network: Scene {
    Scene("Fake the network: responses, failures, and what to write if you forget one") {
      Transcript.code(
        #"""
        let client = FakeNetworkClient()
        let service = GreetingService(client: client)  // production code
        client.respond(to: .get("/greetings/Ada"), with: Greeting(text: "Hello, Ada!"))
        """#)
      let client = FakeNetworkClient()
      let service = GreetingService(client: client)
      client.respond(to: .get("/greetings/Ada"), with: Greeting(text: "Hello, Ada!"))
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "Hello, Ada!")
      try await Transcript.showError(
        #"try await service.welcome(Visitor(name: "Lin"))"#, FakedError.self,
        saying: #"Write before the call: fake.respond(to: .post("/guests"), with: …)"#
      ) { _ = try await service.welcome(Visitor(name: "Lin")) }
      Transcript.code("client.respond(with: .failure(.timedOut))")
      client.respond(with: .failure(.timedOut))
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "Hello!")
      Transcript.code(
        #"""
        client.when(\.send) { invocationCount, params in  // a string ID, for a generic method
          let request: URLRequest = try params[0].unwrap()
          return (Greeting(text: "\(invocationCount): \(request.url?.path ?? "")"), response)
        }
        """#)
      let response = URL(string: "https://example.com").flatMap {
        HTTPURLResponse(url: $0, statusCode: 200, httpVersion: nil, headerFields: nil)
      }
      client.when(\.send) { invocationCount, params in
        let request: URLRequest = try params[0].unwrap()
        return (Greeting(text: "\(invocationCount): \(request.url?.path ?? "")"), response)
      }
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "1: /greetings/Ada")
    }
  }
}
