import Testing

extension ExitTest.Result? {
  /// What the process wrote as errors; nothing where it did not end as it should.
  var errorText: String {
    String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
  }
}
