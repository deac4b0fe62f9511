import Faked
import FakedClients

extension Scene {
  static var unstubbed: Scene {
    Scene("Forget to stub: the failure says what to write") {
      Transcript.code("let service = GreetingService(client: FakeNetworkClient())")
      let service = GreetingService(client: FakeNetworkClient())
      try await Transcript.showError(
        #"try await service.welcome(Visitor(name: "Lin"))"#, FakedError.self,
        saying: #"Write before the call: fake.when(\.sendWithBody)"#
      ) { _ = try await service.welcome(Visitor(name: "Lin")) }
    }
  }
}
