#if os(Linux)
  import Foundation
  import Testing

  /// What the README shows as the output of a command is what the command prints.
  struct TranscriptTests {
    @Test func everyTranscriptIsRealOutput() async throws {
      let tour = Program(
        url: Program.bundle.deletingLastPathComponent().appending(path: "faked-tour"))
      let failures = Program(
        url: Program.bundle,
        arguments: [
          "--testing-library", "swift-testing", "--filter",
          "UnstubbedCallTests|ForgottenCallTests|ExploredFailureTests",
        ],
        environment: ["FAKED_README_FAILURES": "1"])
      var outputs = [
        "$ swift run faked-tour": try await tour.output(),
        "$ swift test": try await failures.output(),
      ]
      // `GeneratedFakeTests` has the others.
      let transcripts = try Readme.blocks(in: "text").filter {
        $0.lines.first?.hasPrefix("$ swift package") == false
      }
      #expect(transcripts.count == 9)
      for block in transcripts {
        let command = block.lines.first ?? ""
        let shown = timeless(block.lines.dropFirst().joined(separator: "\n"))
        // With a `Task` in its scenario an exploration rests on time, and on a machine under load it may
        // miss an order: then it is shown what another run prints.
        for _ in 1...4 where command == "$ swift test" {
          if timeless(outputs[command] ?? "").contains(shown) { break }
          outputs[command] = try await failures.output()
        }
        let output = timeless(outputs[command] ?? "")
        #expect("\n\(output)".contains("\n\(shown)\n"), "README.md:\(block.line)\n\(output)")
      }
    }

    /// The output without the times that differ from run to run.
    private func timeless(_ output: String) -> String {
      output.replacing(#/in \d+ (µs|ms)/#, with: "in some time")
    }
  }
#endif
