/// The result of writing a fake.
package enum FakeOutcome: Sendable { case written(GeneratedFake), refused(Refusal) }

/// A fake as a file.
package struct GeneratedFake: Equatable, Sendable {
  /// The name of the type, such as `FakeMailer`.
  package let fakeName: String
  /// The file, formatted, with a newline at its end.
  package let text: String
  /// Facts for the output of the command, such as new names of IDs.
  package let notes: [String]

  package init(fakeName: String, text: String, notes: [String] = []) {
    self.fakeName = fakeName
    self.text = text
    self.notes = notes
  }
}

/// The reason why no fake was written, and a remedy.
package struct Refusal: Equatable, Sendable {
  package let reason: String
  /// The code to write by hand.
  package let instead: String
  /// The fake without the parts that cannot be written. `nil` if no part can be.
  package let partial: String?

  package init(reason: String, instead: String, partial: String? = nil) {
    self.reason = reason
    self.instead = instead
    self.partial = partial
  }
}
