import Faked

extension Scene {
  static var count: Scene {
    Scene("Count: how often each function was called") { cast in
      let client = cast.client
      try Transcript.show(
        #"client.invocationCount(of: \.send)"#, client.invocationCount(of: \.send), is: 2)
      try Transcript.show(
        #"client.invocationCount(of: \.sendWithBody)"#,
        client.invocationCount(of: \.sendWithBody), is: 0)
    }
  }
}
