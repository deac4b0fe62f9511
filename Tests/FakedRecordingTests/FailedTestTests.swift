#if os(Linux)
  import FakedRecording
  import Foundation
  import TestSupport
  import Testing
  import XCTest

  /// Tests that fail on purpose, in separate processes.
  @Suite(.enabled(if: ChildProcess.canRun)) struct FailedTestTests {
    static let isProof = ProcessInfo.processInfo.environment["FAKED_PROOFS"] != nil

    @Test(arguments: [
      ["FakedRecordingTests.FailingRecordingXCTest/testThatFails"],
      ["--testing-library", "swift-testing", "--filter", "FailingRecordingTests"],
    ])
    func aFailedTestWritesNoRecording(arguments: [String]) async throws {
      let result = try await Command(
        Command.tests.path, arguments, environment: ["FAKED_PROOFS": "1"]
      ).run()
      #expect(result.status != 0)
      #expect(
        result.output.contains(
          "Recordings/failed.json was not written: the test failed."))
    }

    @Test func aRecordingTestChecksTheWrittenFileForSecrets() async throws {
      try? FileManager.default.removeItem(atPath: "/tmp/faked-proofs/Recordings/secret.json")
      let result = try await Command(
        Command.tests.path,
        ["--testing-library", "swift-testing", "--filter", "RecordedSecretTests"],
        environment: ["FAKED_PROOFS": "1", "FAKED_RECORD": "all"]
      ).run()
      #expect(result.status != 0)
      #expect(
        result.output.contains("Recordings/secret.json contains secret 2 of 2."), "\(result.output)"
      )
    }
  }

  @Suite(.enabled(if: FailedTestTests.isProof)) struct RecordedSecretTests {
    @Test(.recorded("secret", filePath: "/tmp/faked-proofs/Secret.swift"))
    func theCityIsSecret() throws {
      _ = try FakeWeather(Weather()).named("hunter22")
      try verifyNoSecrets(
        "absent", "hunter22", inRecording: "secret.json",
        filePath: "/tmp/faked-proofs/Secret.swift")
    }
  }

  final class FailingRecordingXCTest: XCTestCase {
    func testThatFails() throws {
      try XCTSkipUnless(FailedTestTests.isProof)
      try withRecording("failed", mode: .all, filePath: "/tmp/faked-proofs/XCTests.swift") {
        XCTAssertEqual(try FakeWeather(Weather()).named("abc"), 4)
      }
    }
  }

  @Suite(.enabled(if: FailedTestTests.isProof)) struct FailingRecordingTests {
    @Test(.recorded("failed", mode: .all, filePath: "/tmp/faked-proofs/Tests.swift"))
    func theTestFails() throws {
      #expect(try FakeWeather(Weather()).named("abc") == 4)
    }
  }
#endif
