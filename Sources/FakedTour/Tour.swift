import Foundation

/// Plays the scenes in order, and exits with status 1 if the result of one is unexpected.
struct Tour {
  let scenes: [Scene]

  func play(with cast: Cast) async {
    print("Faked: what a test does with fakes. Every result below comes from running the code.")
    for (index, scene) in scenes.enumerated() {
      print("\n" + Transcript.bold("\(index + 1). \(scene.title)"))
      do {
        try await scene.play(cast)
      } catch {
        FileHandle.standardError.write(Data("\nScene \(index + 1) went wrong: \(error)\n".utf8))
        exit(1)
      }
    }
    print("\n" + Transcript.bold("What to read next, in Sources/Faked/Faked.docc:"))
    Transcript.code(
      """
      GettingStarted.md  a first green test in your own package
      Stubbing.md        sequences, conditions, faults, defaults
      HoldingCalls.md    async code, without sleeping
      """)
    print("In tests, FakedTesting adds verify, scopes, and explorations:")
    Transcript.code("Verifying.md, FaultsAndOrders.md")
  }
}

/// One part of the tour, with its heading and its code.
struct Scene {
  let title: String
  let play: (Cast) async throws -> Void

  init(_ title: String, play: @escaping (Cast) async throws -> Void) {
    self.title = title
    self.play = play
  }
}
