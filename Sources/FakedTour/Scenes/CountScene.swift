import Faked

extension Scene {
  static var count: Scene {
    Scene("Count: how often each function was called") { cast in
      let storage = cast.storage
      try Transcript.show(
        #"storage.invocationCount(of: \.set)"#, storage.invocationCount(of: \.set), is: 2)
      try Transcript.show(
        #"storage.wasCalled(\.removeData)"#, storage.wasCalled(\.removeData), is: false)
    }
  }
}
