import Foundation
import Testing
import XCTest

/// A framework that runs tests.
enum TestFramework {
  case swiftTesting
  case xcTest

  /// The frameworks that get the failures of this task: both if either may be running, and none if no tests run.
  ///
  /// A framework silently drops a failure that doesn't belong to its tests. Swift's package manager runs each
  /// framework in its own process, and the arguments of the process identify it. In Xcode, both share a process. There,
  /// only a task of a Swift Testing test identifies its framework.
  static var current: [TestFramework] {
    if Test.current != nil || isSwiftTestingProcess { return [.swiftTesting] }
    return isXCTestProcess ? [.xcTest, .swiftTesting] : []
  }

  /// A Boolean value that indicates whether neither framework may have a test for a failure, because both share the
  /// process.
  static var isUncertain: Bool {
    #if canImport(Darwin)
      current.count > 1
    #else
      // The package manager started the process for one framework.
      false
    #endif
  }

  private static let isSwiftTestingProcess: Bool = {
    let arguments = CommandLine.arguments
    let names = zip(arguments, arguments.dropFirst())
    return names.contains { $0 == "--testing-library" && $1 == "swift-testing" }
      || arguments.contains("--testing-library=swift-testing")
      // Swift Testing started this process for an exit test.
      || ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("_EXIT_TEST_ID") }
  }()

  private static let isXCTestProcess: Bool =
    ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil
    || CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") }
}

/// The output for messages that belong to no test.
enum StandardError {
  static func print(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
