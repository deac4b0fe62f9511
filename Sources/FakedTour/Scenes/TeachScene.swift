import FakeableClients
import Faked
import Foundation

extension Scene {
  static var stub: Scene {
    Scene("Stub: the test says what a call does") { cast in
      let client = cast.client
      Transcript.code(
        #"""
        let client = FakeNetworkClient()
        let service = GreetingService(client: client)
        client.when(\.send) { invocationCount, params in
          let request: URLRequest = try params[0].unwrap()
          let name = request.url?.lastPathComponent ?? "stranger"
          return (Greeting(text: "Hello, \(name)! You are number \(invocationCount)."), ok)
        }
        """#)
      let ok = Sample.ok()
      client.when(\.send) { invocationCount, params in
        let request: URLRequest = try params[0].unwrap()
        let name = request.url?.lastPathComponent ?? "stranger"
        return (Greeting(text: "Hello, \(name)! You are number \(invocationCount)."), ok)
      }
      try Transcript.show(#"client.wasCalled(\.send)"#, client.wasCalled(\.send), is: false)
    }
  }
}
