import Foundation
import Testing
import XCTest

/// The framework that runs the tests of this process.
enum TestFramework {
  case swiftTesting
  case xcTest

  /// The one to report to; nil in a process that runs no tests.
  ///
  /// A failure that is given to the wrong one is silently dropped. Swift's package manager runs each in
  /// a process of its own and says so in the arguments. Elsewhere both share one: there the task
  /// knows whether it is a Swift Testing test.
  static var current: TestFramework? {
    if Test.current != nil || isSwiftTestingProcess { return .swiftTesting }
    return isXCTestProcess ? .xcTest : nil
  }

  private static let isSwiftTestingProcess: Bool = {
    let arguments = CommandLine.arguments
    let names = zip(arguments, arguments.dropFirst())
    return names.contains { $0 == "--testing-library" && $1 == "swift-testing" }
      || arguments.contains("--testing-library=swift-testing")
      // A process that Swift Testing made for an exit test.
      || ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("_EXIT_TEST_ID") }
  }()

  private static let isXCTestProcess: Bool =
    ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil
    || CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") }
}

/// Where failures are printed that have no test to go to.
enum StandardError {
  static func print(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
