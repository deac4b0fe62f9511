#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Protocols with unusual requirements.
  @Suite(.tags(.process, .compiler)) struct UnusualProtocolTests {
    @Test(arguments: [
      (
        "Registry",
        ["let add: FunctionID<(FakeRegistry.Type, [FakeRegistry.Type]) -> Bool, Returns>"]
      ),
      (
        "Sums",
        [
          "let sumIntSequenceInt: ", "let sumIntSequenceString: ",
          "(_: S) -> Int where S: Sequence, S.Element == String\"",
        ]
      ),
      (
        "Printer",
        [
          "let printInt: ", "let printArrayInt: ", "let printIntList: ", "let print: ",
          "let printEquatable: ", "\"print(_: T) -> () where T: Equatable\"",
        ]
      ),
      (
        "Letters",
        [
          "let send: ", "let sendXTo: ",
          "let sendTo: FunctionID<(Int) -> Void, Returns> = \"sendTo(_:)\"",
        ]
      ),
      ("Sized", ["struct FakeSizedStatics: Faked {\n", "let getSize: "]),
      (
        "Files",
        [
          "\n#if !os(Windows)\n  struct FakeFiles: Files, Faked {\n",
          """
              #if os(Linux) || DEBUG
                let inotify: FunctionID<(String) -> Int, Returns> = "inotify(_:)"
              #endif
          """,
        ]
      ),
      (
        "Guessing",
        [
          "\n  // A guess: body runs once, before the call.\n  func run(",
          "\n  // A guess: body does not run.\n  func pick(",
        ]
      ),
    ]) func unusualProtocolsHaveFakes(name: String, parts: [String]) async throws {
      let text = try await UnusualProtocolTests.fake(of: name).text
      for part in parts { #expect(text.contains(part), "\(text)") }
    }

    #if compiler(>=6.2)
    #endif

    /// The protocols are part of the corpus, whose tests check that the fakes compile.
    private static let writer = Task {
      try await Compiler().module("App", [Corpus.source("Unusual")], options: Corpus.options)
    }

    private static func fake(of name: String) async throws -> GeneratedFake {
      let writer = try await writer.value
      let type = try #require(writer.protocols.first { $0.name == name })
      return try #require(writer.fake(of: type).fake)
    }
  }
#endif
