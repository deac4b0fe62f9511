import Foundation

/// What the command line asks for.
struct Options {
  var asJSON = false
  /// Small samples, for a check that the benchmark works.
  var isQuick = false
  private var only: String?

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": asJSON = true
      case "--quick": isQuick = true
      case "--only":
        guard let text = rest.popFirst() else { Self.refuse("--only needs a part of a row's name") }
        only = text
      default: Self.refuse("unknown option \(argument); there are --json, --quick and --only TEXT")
      }
    }
  }

  func includes(_ name: String) -> Bool { only.map(name.contains) ?? true }

  private static func refuse(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("FakedBenchmarks: \(reason)\n".utf8))
    exit(2)
  }
}

/// Shows on a terminal what is going on; keeps the output itself clean.
func progress(_ text: String) {
  FileHandle.standardError.write(Data("\u{1B}[2K\r\(text)".utf8))
}
