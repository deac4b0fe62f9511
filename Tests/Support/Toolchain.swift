import Foundation

/// The toolchain of the tests, and the settings of their build.
package enum Toolchain {
  /// A Boolean value that indicates whether an issue of Swift Testing can be a warning, and states whether it
  /// is known. That needs Swift 6.3.
  package static var hasIssueSeverity: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  /// A Boolean value that indicates whether the tests are optimized.
  package static let isOptimized: Bool = {
    var isOptimized = true
    assert({ isOptimized = false }() == ())
    return isOptimized
  }()

  /// A Boolean value that indicates whether the tests measure code coverage.
  package static let measuresCoverage =
    ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil
}
