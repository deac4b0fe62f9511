import FakedExplore
import Testing

@Suite struct TaskControlTests {
  /// Other tests check exact numbers of orders only if this holds.
  @Test func everythingIsUnderControlOnLinux() {
    #if os(Linux)
      // The thread sanitizer keeps the main queue for itself, and an optimized test program controls less.
      var isOptimized = true
      assert(
        {
          isOptimized = false; return true
        }())
      let missing = TaskControl.missing
      #expect(isOptimized || missing.isEmpty || missing == ["the main actor"], "\(missing)")
    #endif
  }
}
