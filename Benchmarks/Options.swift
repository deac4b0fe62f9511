import Foundation

/// The options of the command line.
struct Options {
  /// One side of one row, for tools that measure a whole process.
  struct Once {
    var row: String
    var count = 10_000
    var side = "faked"
  }

  var asJSON = false
  /// A Boolean value that indicates whether samples are small, to check that the benchmark works.
  var isQuick = false
  private(set) var once: Once?
  private var only: String?

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    func value(of option: String) -> String {
      guard let text = rest.popFirst() else { Self.refuse("\(option) needs a value") }
      return text
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": asJSON = true
      case "--quick": isQuick = true
      case "--only": only = value(of: argument)
      case "--once": once = Once(row: value(of: argument))
      case "--count":
        let text = value(of: argument)
        guard let count = Int(text), count > 0 else {
          Self.refuse("--count needs a number from 1, not \(text)")
        }
        once?.count = count
      case "--side": once?.side = value(of: argument)
      default:
        Self.refuse(
          "unknown option \(argument); there are --json, --quick, --only TEXT, and "
            + "--once ROW --count NUMBER --side faked|\"by hand\"")
      }
    }
  }

  func includes(_ name: String) -> Bool { only.map(name.contains) ?? true }

  static func refuse(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("FakedBenchmarks: \(reason)\n".utf8))
    exit(2)
  }
}

/// Shows progress on a terminal without changing the output.
func progress(_ text: String) {
  FileHandle.standardError.write(Data("\u{1B}[2K\r\(text)".utf8))
}
