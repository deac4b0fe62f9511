/// The arguments of `faked-tour`.
enum TourCommand: Equatable {
  case help
  case list
  /// Plays scenes by their numbers, from 1.
  case play([Int])

  /// An unknown argument.
  enum UsageError: Error, CustomStringConvertible {
    case unknownScene(String, count: Int)
    case unknownOption(String)

    var description: String {
      switch self {
      case .unknownScene(let scene, let count):
        "There is no scene \"\(scene)\". The scenes are 1 to \(count), and --list names them."
      case .unknownOption(let option): "There is no option \"\(option)\"."
      }
    }
  }

  static let usage = """
    usage: swift run faked-tour [--list | SCENE…]
      SCENE…  the numbers of the scenes to play; all of them if there is none
      --list  lists the scenes
    """

  /// Reads the arguments.
  ///
  /// - Throws: `UsageError` for an unknown scene or option.
  init(_ arguments: [String], sceneCount: Int) throws(UsageError) {
    if arguments.contains("--help") || arguments.contains("-h") {
      self = .help
      return
    }
    if arguments == ["--list"] {
      self = .list
      return
    }
    var numbers: [Int] = []
    for argument in arguments {
      if argument.hasPrefix("-") { throw .unknownOption(argument) }
      guard let number = Int(argument), (1...sceneCount).contains(number) else {
        throw .unknownScene(argument, count: sceneCount)
      }
      numbers.append(number)
    }
    self = .play(numbers.isEmpty ? Array(1...sceneCount) : numbers)
  }
}
