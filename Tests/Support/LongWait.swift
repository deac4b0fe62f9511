extension Duration {
  /// A wait that outlasts a test. On a busy machine, a test can take longer than the default patience.
  public static let longerThanATest = Self.seconds(3_600)
}
