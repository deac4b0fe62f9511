import Foundation
import Testing
import XCTest

/// A framework that runs tests.
package enum TestFramework {
  case swiftTesting
  case xcTest

  /// The frameworks that get the failures of this task: both if either may be running, and none if no tests run.
  ///
  /// A framework silently drops a failure that doesn't belong to its tests. Swift's package manager runs each
  /// framework in its own process, and the arguments of the process identify it. In Xcode, both share a process. There,
  /// only a task of a Swift Testing test identifies its framework.
  package static var current: [TestFramework] {
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

  /// A Boolean value that indicates whether Swift Testing drops warnings, because an editor, such as Visual Studio Code,
  /// asked for events of a version that has none.
  package static let dropsWarnings: Bool = {
    let version =
      value(of: "--event-stream-version") ?? value(of: "--experimental-event-stream-version")
    let numbers = version?.split(separator: ".").compactMap { Int($0) }
    return numbers?.lexicographicallyPrecedes([6, 3]) ?? false
  }()

  /// The value of an option of the process: `--name value` or `--name=value`.
  private static func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    if let index = arguments.firstIndex(of: option) { return arguments.dropFirst(index + 1).first }
    return arguments.first { $0.hasPrefix(option + "=") }.map {
      String($0.dropFirst(option.count + 1))
    }
  }

  private static let isSwiftTestingProcess: Bool =
    value(of: "--testing-library") == "swift-testing"
    // Swift Testing started this process for an exit test.
    || ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("_EXIT_TEST_ID") }

  private static let isXCTestProcess: Bool =
    ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil
    || CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") }
}

/// The output for messages that belong to no test.
enum StandardError {
  static func print(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// A line of source code, in the forms of both test frameworks.
package struct SourcePlace: Sendable {
  let location: SourceLocation
  let file: StaticString
  let line: UInt
  /// The name of the test, if its line is not known.
  private let test: String?

  package init(_ site: SourceLine) {
    location = SourceLocation(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(site.line),
      column: Int(site.column))
    file = site.filePath
    line = site.line
    test = nil
  }

  /// Creates the place of an XCTest test. XCTest doesn't provide its line.
  init(of test: String) {
    location = SourceLocation(fileID: "XCTest/\(test)", filePath: test, line: 1, column: 1)
    // XCTest prints a failure without a line in this form, followed by the name of the test.
    file = "<EXPR>"
    line = 0
    self.test = test
  }

  /// Creates the line of a Swift Testing test. XCTest never sees it.
  package init(_ location: SourceLocation) {
    self.location = location
    file = ""
    line = UInt(location.line)
    test = nil
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The place in front of a message: the path and the line, or the name of the test.
  var prefix: String { test ?? "\(location)" }

  /// The name of the file and the line, as in `FeedTests.swift:12`.
  package var description: String { "\(location.fileName):\(location.line)" }
}
