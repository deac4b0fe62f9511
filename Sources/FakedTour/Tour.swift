import Foundation

/// The scenes of the program `faked-tour`, in order.
struct Tour {
  let scenes: [Scene]

  private static let usage = """
    usage: swift run faked-tour [--list | SCENE…]
      SCENE…  the numbers of the scenes to play; all of them if there is none
      --list  lists the scenes
    """

  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments of the command line, without the name of the program.
  /// - Returns: The exit status: 0, 1 if a result of a scene is unexpected, or 64 for a wrong argument.
  func run(_ arguments: [String]) async -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(Self.usage)
      return 0
    }
    if arguments == ["--list"] {
      for (index, scene) in scenes.enumerated() { print("\(index + 1). \(scene.title)") }
      return 0
    }
    var numbers: [Int] = []
    for argument in arguments {
      guard let number = Int(argument), scenes.indices.contains(number - 1) else {
        let problem =
          argument.hasPrefix("-")
          ? "There is no option \"\(argument)\"."
          : "There is no scene \"\(argument)\". The scenes are 1 to \(scenes.count), and --list names them."
        printError("error: \(problem)\n\(Self.usage)")
        return 64
      }
      numbers.append(number)
    }
    do { try await play(numbers) } catch {
      printError("\nerror: \(error)")
      return 1
    }
    return 0
  }

  /// Plays scenes by their numbers, from 1, or all of them if there are none.
  private func play(_ numbers: [Int]) async throws {
    if numbers.isEmpty {
      print("Faked: what a test does with fakes. Every result below comes from running the code.\n")
    }
    for (index, number) in (numbers.isEmpty ? Array(1...scenes.count) : numbers).enumerated() {
      if index > 0 {
        guard Transcript.waitsForReader() else { return }
        print()
      }
      print(Transcript.bold("\(number). \(scenes[number - 1].title)") + "\n")
      try await scenes[number - 1].play()
    }
    guard numbers.isEmpty else { return }
    print("\n" + Transcript.bold("What to read next, in Sources/Faked/Faked.docc:"))
    Transcript.code(
      """
      GettingStarted.md   a first green test in your own package
      EveryOrder.md       races of your own code, in other orders
      Faults.md           a fault in every call of your own code
      Stubbing.md         sequences, conditions, faults, defaults
      HoldingCalls.md     async code, without sleeping
      """)
  }

  private func printError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
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
