#if os(Linux)
  import FakedRecording
  import Foundation
  import TestSupport
  import Testing

  /// Processes that add to one recording at the same time.
  @Suite struct SharedRecordingTests {
    static let processCount = 3
    static let callCount = 30
    static let place: StaticString = "/tmp/faked-proofs/SharedRecordings.swift"
    static let folder = "/tmp/faked-proofs/Recordings"

    /// The name of the recording, the number of the process, and the folder in which it announces itself.
    static let settings = ProcessInfo.processInfo.environment["FAKED_SHARED"]

    @Test(.timeLimit(.minutes(10)), .enabled(if: ChildProcess.canRun))
    func concurrentProcessesKeepAllCalls() async throws {
      let name = UUID().uuidString
      let ready = TemporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: "\(Self.folder)/\(name).json") }
      try await withThrowingTaskGroup(of: Process.self) { group in
        for number in 0..<Self.processCount {
          let process = Process()
          process.executableURL = Command.tests
          process.arguments = [
            "--testing-library", "swift-testing", "--filter", "SharedRecordingProofs",
          ]
          process.standardOutput = FileHandle.nullDevice
          process.standardError = FileHandle.nullDevice
          process.environment = ProcessInfo.processInfo.environment.merging(
            ["FAKED_SHARED": "\(name) \(number) \(ready.path)"]) { $1 }
          group.addTask {
            try await withCheckedThrowingContinuation { continuation in
              process.terminationHandler = { continuation.resume(returning: $0) }
              do { try process.run() } catch { continuation.resume(throwing: error) }
            }
          }
        }
        for try await process in group { #expect(process.terminationStatus == 0) }
      }
      let text = try String(contentsOfFile: "\(Self.folder)/\(name).json", encoding: .utf8)
      let calls = text.components(separatedBy: "\"function\"").count - 1
      #expect(calls == Self.processCount * Self.callCount)
    }
  }

  @Suite(.enabled(if: SharedRecordingTests.settings != nil)) struct SharedRecordingProofs {
    @Test(.faked) func callsOfOneProcess() async throws {
      let parts = try #require(SharedRecordingTests.settings).split(separator: " ").map(String.init)
      try await withRecording(parts[0], mode: .missing, filePath: SharedRecordingTests.place) {
        // Every process reads the file before one writes it.
        try Data().write(to: URL(fileURLWithPath: "\(parts[2])/\(parts[1])"))
        while try FileManager.default.contentsOfDirectory(atPath: parts[2]).count
          < SharedRecordingTests.processCount
        { await Task.yield() }
        let fake = FakeWeather(Weather())
        for call in 0..<SharedRecordingTests.callCount {
          _ = try fake.named("\(parts[1]) \(call)")
        }
      }
    }
  }
#endif
