import FakedScheduler
import TestSupport
import Testing

@Suite struct TaskControlTests {
  /// Other tests check exact numbers of orders only if this holds.
  @Test func everythingIsUnderControlOnLinux() {
    #if os(Linux)
      // The thread sanitizer keeps the main queue for itself, and an optimized test program controls less.
      let missing = TaskControl.missing
      #expect(
        Toolchain.isOptimized || missing.isEmpty || missing == ["the main actor"], "\(missing)")
    #endif
  }
}
