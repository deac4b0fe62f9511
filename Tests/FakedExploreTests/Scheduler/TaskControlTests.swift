import FakedExplore
import Testing

@Suite struct TaskControlTests {
  /// Other tests check exact numbers of orders only if this holds.
  @Test func everythingIsUnderControlOnLinux() {
    #if os(Linux)
      // The thread sanitizer keeps the main queue for itself.
      #expect(TaskControl.missing.isEmpty || TaskControl.missing == ["the main actor"])
    #endif
  }
}
