import Foundation

/// The scenes of the program `faked-tour`, in order.
struct Tour {
  let scenes: [Scene]

  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments of the command line, without the name of the program.
  /// - Returns: The exit status: 0, 1 if a result of a scene is unexpected, or 64 for a wrong argument.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      switch try TourCommand(arguments, sceneCount: scenes.count) {
      case .help: print(TourCommand.usage)
      case .list: list()
      case .play(let numbers): try await play(numbers)
      }
      return 0
    } catch let error as TourCommand.UsageError {
      FileHandle.standardError.write(Data("error: \(error)\n\(TourCommand.usage)\n".utf8))
      return 64
    } catch {
      FileHandle.standardError.write(Data("\nerror: \(error)\n".utf8))
      return 1
    }
  }

  private func list() {
    for (index, scene) in scenes.enumerated() { print("\(index + 1). \(scene.title)") }
  }

  /// Plays scenes by their numbers, from 1.
  private func play(_ numbers: [Int]) async throws {
    let isWholeTour = numbers.count == scenes.count
    if isWholeTour {
      print("Faked: what a test does with fakes. Every result below comes from running the code.")
    }
    for (index, number) in numbers.enumerated() {
      let scene = scenes[number - 1]
      if index > 0 || isWholeTour { print() }
      print(Transcript.bold("\(number). \(scene.title)") + "\n")
      try await scene.play()
      if index < numbers.count - 1, !Transcript.waitsForReader() { return }
    }
    if isWholeTour { printNextSteps() }
  }

  private func printNextSteps() {
    print("\n" + Transcript.bold("What to read next, in Sources/Faked/Faked.docc:"))
    Transcript.code(
      """
      GettingStarted.md   a first green test in your own package
      FaultsAndOrders.md  every order and every fault of your own code
      Stubbing.md         sequences, conditions, faults, defaults
      HoldingCalls.md     async code, without sleeping
      """)
  }
}

/// One part of the tour, with its heading and its code. It depends on no other scene.
struct Scene {
  let title: String
  let play: () async throws -> Void

  init(_ title: String, play: @escaping () async throws -> Void) {
    self.title = title
    self.play = play
  }
}
