import FakeableClients
import Faked
import Foundation

extension Scene {
  static var look: Scene {
    Scene("Look: what it was called with") { cast in
      let (client, service) = (cast.client, cast.service)
      let ok = Sample.ok()
      Transcript.code(#"client.when(\.sendWithBody) { _, _ in (Greeting(text: "Welcome!"), ok) }"#)
      client.when(\.sendWithBody) { _, _ in (Greeting(text: "Welcome!"), ok) }
      try Transcript.show(
        #"try await service.welcome(Visitor(name: "Lin"))"#,
        try await service.welcome(Visitor(name: "Lin")), is: "Welcome!")
      Transcript.code(
        #"""
        let call = client.calls(to: \.sendWithBody)[0]
        let request: URLRequest = try call.arguments[0].unwrap()
        let visitor: Visitor = try call.arguments[1].unwrap()
        """#)
      let call = client.calls(to: \.sendWithBody)[0]
      let request: URLRequest = try call.arguments[0].unwrap()
      let visitor: Visitor = try call.arguments[1].unwrap()
      try Transcript.show("request.httpMethod ?? \"\"", request.httpMethod ?? "", is: "POST")
      try Transcript.show("visitor.name", visitor.name, is: "Lin")
    }
  }
}
