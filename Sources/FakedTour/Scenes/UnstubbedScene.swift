import Faked

extension Scene {
  static var unstubbed: Scene {
    Scene("Forget to stub: the failure says what to write") { cast in
      let (client, service) = (cast.client, cast.service)
      Transcript.code("client.resetBehaviors()")
      client.resetBehaviors()
      try await Transcript.showError(
        #"try await service.welcome(Visitor(name: "Lin"))"#, FakedError.self,
        saying: #"Write before the call: fake.when(\.sendWithBody)"#
      ) { _ = try await service.welcome(Visitor(name: "Lin")) }
    }
  }
}
