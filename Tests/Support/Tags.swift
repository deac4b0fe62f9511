import Testing

extension Tag {
  /// Starts a process.
  @Tag package static var process: Tag
  /// Runs the compiler.
  @Tag package static var compiler: Tag
  /// Takes seconds.
  @Tag package static var slow: Tag
}
