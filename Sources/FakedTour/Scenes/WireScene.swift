import FakeableClients
import Faked
import FakedClients
import Foundation

extension Scene {
  static var wire: Scene {
    Scene("Go down to the wire: the real client runs, and only the network is a fake") {
      Transcript.code(
        #"""
        let transport = FakeTransport()
        let client = URLSessionNetworkClient(session: transport.session())
        let service = GreetingService(client: client)
        transport.respond(to: .get("/greetings/Ada"), with: Greeting(text: "Hello, Ada!"))
        transport.respond(
          to: .all(.post("/guests"), .json(Visitor(name: "Lin"))), with: Greeting(text: "Welcome!"))
        """#)
      let transport = FakeTransport()
      let client = URLSessionNetworkClient(session: transport.session())
      let service = GreetingService(client: client)
      transport.respond(to: .get("/greetings/Ada"), with: Greeting(text: "Hello, Ada!"))
      transport.respond(
        to: .all(.post("/guests"), .json(Visitor(name: "Lin"))), with: Greeting(text: "Welcome!"))
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "Hello, Ada!")
      try Transcript.show(
        #"try await service.welcome(Visitor(name: "Lin"))"#,
        try await service.welcome(Visitor(name: "Lin")), is: "Welcome!")
      try Transcript.show(
        #"transport.calls(to: \.respond).map(\.arguments.description)"#,
        transport.calls(to: \.respond).map(\.arguments.description),
        is: [
          "GET https://example.com/greetings/Ada",
          #"POST https://example.com/guests {"name":"Lin"}"#,
        ])

      Transcript.code(#"transport.respond(with: ["txt": "Hello"])  // not what the service reads"#)
      transport.respond(with: ["txt": "Hello"])
      try await Transcript.showError(
        #"try await service.greet("Ada")"#, NetworkError.self, saying: #"no key "text""#
      ) { _ = try await service.greet("Ada") }
      Transcript.code("transport.fail(with: .timedOut)")
      transport.fail(with: .timedOut)
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "Hello!")
    }
  }
}
