import Faked

extension Scene {
  static var call: Scene {
    Scene("Call: the production code runs as it is, and no server is asked") { cast in
      let service = cast.service
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"),
        is: "Hello, Ada! You are number 1.")
      try Transcript.show(
        #"try await service.greet("Grace")"#, try await service.greet("Grace"),
        is: "Hello, Grace! You are number 2.")
    }
  }
}
