import Foundation
import Testing
import XCTest

/// A framework that runs tests.
enum TestFramework {
  case swiftTesting
  case xcTest

  /// Those to report to: both where either may be running; none where no tests run.
  ///
  /// A failure that is given to the wrong one is silently dropped. Swift's package manager runs each in a
  /// process of its own, and says so in the arguments of one of them. Elsewhere both share one, as in
  /// Xcode: there only a task of a Swift Testing test knows what it belongs to.
  static var current: [TestFramework] {
    if Test.current != nil || isSwiftTestingProcess { return [.swiftTesting] }
    return isXCTestProcess ? [.xcTest, .swiftTesting] : []
  }

  /// Whether both may be running, or have run, so that neither may have a test for a failure.
  static var isUncertain: Bool {
    #if canImport(Darwin)
      current.count > 1
    #else
      // The package manager has started the process, for one of them.
      false
    #endif
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
