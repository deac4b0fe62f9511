import Testing

extension Tag {
  /// A test that starts a process.
  @Tag package static var process: Tag
  /// A test that runs the compiler.
  @Tag package static var compiler: Tag
  /// A test that takes seconds.
  @Tag package static var slow: Tag
}
