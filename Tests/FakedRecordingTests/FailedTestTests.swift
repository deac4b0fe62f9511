#if os(Linux)
  import FakedRecording
  import Foundation
  import TestSupport
  import Testing
  import XCTest

  /// Tests that fail on purpose, in processes of their own.
  @Suite struct FailedTestTests {
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
          "Recordings/failed.json was not written, and is unchanged: the test failed."))
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
