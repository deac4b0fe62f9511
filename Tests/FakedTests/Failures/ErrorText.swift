import Testing

extension ExitTest.Result? {
  /// The error output of the process, or an empty string if the process didn't end as expected.
  var errorText: String {
    String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
  }
}
