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

/// The reason why a fake or a member was not written, and the remedy.
package struct Refusal: Error, Equatable {
  package let reason: String
  package let instead: Remedy
  /// The fake without the parts that cannot be written. `nil` if no part can be.
  package let partial: String?

  package init(_ reason: String, instead: Remedy, partial: String? = nil) {
    self.reason = reason
    self.instead = instead
    self.partial = partial
  }
}

/// The remedy for a refusal. A string literal is code to write by hand.
package enum Remedy: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// Code to write by hand.
  case write(String)
  /// A change of the protocol, or of the options.
  case change(String)

  package init(stringLiteral value: String) { self = .write(value) }
}
