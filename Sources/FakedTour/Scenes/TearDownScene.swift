import Faked

extension Scene {
  static var tearDown: Scene {
    Scene("Tear down: nothing is left for the next test") { cast in
      let (client, storage, time) = (cast.client, cast.storage, cast.time)
      Transcript.code("for fake in [client, storage, time] as [any Faked] { fake.tearDown() }")
      for fake in [client, storage, time] as [any Faked] { fake.tearDown() }
      try Transcript.show(
        #"client.invocationCount(of: \.send)"#, client.invocationCount(of: \.send), is: 0)
      try Transcript.show(
        #"storage.calls(to: \.set).count"#, storage.calls(to: \.set).count, is: 0)
    }
  }
}
