import FakeableClients
import Faked
import FakedClients

extension Scene {
  static var hold: Scene {
    Scene("Hold: a call waits until the test says how it ends") {
      Transcript.code(
        #"""
        // GreetingService: production code that asks a server for a greeting
        let transport = FakeTransport()
        let service = GreetingService(
          client: URLSessionNetworkClient(session: transport.session()))
        let held = transport.hold(\.respond)
        async let greeting = service.greet("Ada")
        let call = try await held.next()
        """#)
      let transport = FakeTransport()
      let service = GreetingService(client: URLSessionNetworkClient(session: transport.session()))
      let held = transport.hold(\.respond)
      async let greeting = service.greet("Ada")
      let call = try await held.next()
      try Transcript.show("call.arguments.path", call.arguments.path, is: "/greetings/Ada")
      Transcript.code(#"call.resume(returning: .json(Greeting(text: "Hello at last!")))"#)
      call.resume(returning: .json(Greeting(text: "Hello at last!")))
      try Transcript.show("try await greeting", try await greeting, is: "Hello at last!")
    }
  }
}
