import FakedTesting
import Foundation
import TestSupport
import Testing

/// Runs the tests that fail on purpose, and checks that the right ones did, at the right line, once.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct ProofTests {
  private func line(of text: String, in file: String) throws -> Int {
    try sourceLine(of: text, in: file)
  }

  @Test(arguments: Origin.allCases)
  func aCheckFailsItsSwiftTestingTestFromAnywhere(_ origin: Origin) async throws {
    let run = try await ChildProcess.swiftTesting(
      "SwiftTestingProofs/\(origin)\\(|SwiftTestingProofs/passes")
    let line = try line(of: "@Test func \(origin)()", in: "SwiftTestingProofs.swift")
    #expect(run.failures == ["\(origin)() \(line)"], "\(run.output)")
    #expect(!run.output.contains(": error: "), "\(run.output)")
    #expect(run.status != 0)
    #expect(run.output.contains("Expected 1 call of ProofFake.load; it was never called."))
  }

  @Test(arguments: Origin.allCases)
  func aCheckFailsItsXCTestFromAnywhere(_ origin: Origin) async throws {
    let name = "test\(origin.rawValue.prefix(1).uppercased())\(origin.rawValue.dropFirst())"
    let run = try await ChildProcess.xcTest("FakedTestingTests.XCTestProofs/\(name)")
    let line = try line(of: "func \(name)()", in: "XCTestProofs.swift")
    #expect(run.failures == ["\(name) \(line)"], "\(run.output)")
    #expect(run.status != 0)
    #expect(run.output.contains("Expected 1 call of ProofFake.load; it was never called."))
  }

  @Test func onlyTheCaseThatFailsIsReported() async throws {
    let run = try await ChildProcess.swiftTesting("SwiftTestingProofs/oneCase")
    #expect(run.failures.count == 1, "\(run.output)")
    #expect(run.output.contains("recorded an issue with 1 argument number → 2"))
  }

  @Test func outOfTwoHundredParallelTestsExactlySevenFail() async throws {
    let run = try await ChildProcess.swiftTesting("ManyProofs")
    let failed = run.output.matches(of: /recorded an issue with 1 argument number → (\d+)/)
      .compactMap { Int($0.1) }
    #expect(failed.sorted() == [3, 32, 61, 90, 119, 148, 177], "\(run.output)")
    for number in failed {
      #expect(run.output.contains("expected \"wrong \(number)\", was \"\(number)\""))
    }
  }

  @Test func aSwallowedUnstubbedCallFailsTheTest() async throws {
    let run = try await ChildProcess.swiftTesting("SwiftTestingProofs/swallowed")
    #expect(run.failures.count == 1, "\(run.output)")
    #expect(
      run.output.contains(
        "An unstubbed call threw an error that the test never observed."))
    #expect(run.output.contains("No stub answers ProofFake.load(\"a\")."))
    let xcTest = try await ChildProcess.xcTest("FakedTestingTests.XCTestProofs/testSwallowed")
    #expect(xcTest.failures.count == 1, "\(xcTest.output)")
  }

  @Test func anUnstubbedCallThatTheTestSeesIsReportedOnce() async throws {
    let run = try await ChildProcess.swiftTesting("SwiftTestingProofs/propagated")
    #expect(run.failures.count == 1, "\(run.output)")
    #expect(!run.output.contains("never observed"))
    #expect(run.output.contains("Calls of all fakes in propagated():"), "\(run.output)")
  }

  @Test func aNaturalDefaultFailsTheTest() async throws {
    let run = try await ChildProcess.swiftTesting("SwiftTestingProofs/naturalDefault")
    #expect(run.failures.count == 1, "\(run.output)")
    #expect(run.output.contains("No stub answers ProofFake.now()."))
  }

  @Test func unusedBehaviorsAreWarningsFailuresOrIgnored() async throws {
    let warned = try await ChildProcess.swiftTesting("SwiftTestingProofs/unusedIsAWarning")
    #expect(warned.status == 0, "\(warned.output)")
    let line = try line(of: "func unusedIsAWarning()", in: "SwiftTestingProofs.swift")
    #expect(warned.output.contains("SwiftTestingProofs.swift:\(line):"))
    #expect(
      warned.output.contains("ProofFake.load: no call used this stub."))
    let failed = try await ChildProcess.swiftTesting("SwiftTestingProofs/unusedIsAFailure")
    #expect(failed.failures.count == 1, "\(failed.output)")
    let ignored = try await ChildProcess.swiftTesting("SwiftTestingProofs/unusedIsIgnored")
    #expect(ignored.status == 0)
    #expect(!ignored.output.contains("no call used"), "\(ignored.output)")
    let xcTest = try await ChildProcess.xcTest("FakedTestingTests.XCTestProofs/testUnused")
    #expect(xcTest.failures.count == 1, "\(xcTest.output)")
    let xcWarned = try await ChildProcess.xcTest(
      "FakedTestingTests.XCTestProofs/testUnusedIsAWarning")
    #expect(xcWarned.status == 0)
    #expect(xcWarned.output.contains("warning: ProofFake.load: no call used this stub."))
  }

  @Test(arguments: ["knownIssues", "relaxed", "impatient"])
  func whatTheTestExpectsDoesNotFailIt(_ test: String) async throws {
    let run = try await ChildProcess.swiftTesting("SwiftTestingProofs/\(test)\\(")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("\(test)() passed"), "\(run.output)")
  }

  @Test func aFailedTestShowsItsCalls() async throws {
    let folder = TemporaryFolder()
    let run = try await ChildProcess.swiftTesting(
      "SwiftTestingProofs/showsItsCalls", "--attachments-path", folder.path)
    #if compiler(>=6.2)
      let calls = try #require(folder.read("calls.txt"))
      #expect(run.output.contains(calls), "\(run.output)")
    #endif
    #expect(run.output.contains("Calls of all fakes in showsItsCalls():"), "\(run.output)")
    #expect(
      run.output.contains(
        /call 1: ProofFake\.load\("abc"\) returned 3 in [\d.]+ (µs|ms|s), stubbed at SwiftTestingProofs\.swift:\d+/
      ), "\(run.output)")
  }

  @Test func outsideAScopeNothingIsDropped() async throws {
    let onTask = try await ChildProcess.swiftTesting("OutsideAScopeProofs/onTheTask")
    let line = try line(of: "func onTheTask()", in: "SwiftTestingProofs.swift")
    #expect(onTask.failures == ["onTheTask() \(line)"], "\(onTask.output)")
    let offTask = try await ChildProcess.swiftTesting("OutsideAScopeProofs/offTheTask")
    #expect(offTask.status != 0, "\(offTask.output)")
    #expect(offTask.output.contains("Expected 1 call of ProofFake.load; it was never called."))
    // Beside tests that watch their issues, such a failure is still one failure.
    let together = try await ChildProcess.swiftTesting("OutsideAScopeProofs/offTheTask|ManyProofs")
    #expect(together.failures.count == 8, "\(together.output)")
    let xcTest = try await ChildProcess.xcTest("FakedTestingTests.XCTestProofs/testOutsideAScope")
    #expect(xcTest.failures.count == 1, "\(xcTest.output)")
  }

  @Test func aCheckAfterTheEndOfItsScopeIsNotDropped() async throws {
    let run = try await ChildProcess.swiftTesting("LateProofs")
    #expect(run.status != 0, "\(run.output)")
    #expect(
      run.output.contains("Expected 1 call of ProofFake.load; it was never called."),
      "\(run.output)")
  }
}
