import Foundation

/// A protocol, the folder its fake goes to, and what became of it.
package struct PlannedFake: Sendable {
  package let `protocol`: FakeableType
  package let folder: URL
  package let outcome: PlannedContent

  /// What its file holds, where that was read already.
  let existing: String?

  /// The file of the fake: of one that is written, or that is to be written by hand.
  package let url: URL

  package init(
    protocol: FakeableType, folder: URL, outcome: PlannedContent, existing: String? = nil
  ) {
    self.existing = existing
    self.protocol = `protocol`
    self.folder = folder
    self.outcome = outcome
    let name = if case .written(let fake) = outcome { fake.fakeName } else { `protocol`.fakeName }
    url = folder.appending(path: name + ".swift")
  }

  package var isWritten: Bool {
    if case .written = outcome { true } else { false }
  }
}

/// What became of a protocol, or why nothing had to.
package enum PlannedContent: Sendable {
  case written(GeneratedFake)
  case refused(Refusal)
  case byHand(HandWrittenFakes.Fake)

  package init(_ outcome: FakeOutcome) {
    switch outcome {
    case .written(let fake): self = .written(fake)
    case .refused(let refusal): self = .refused(refusal)
    }
  }
}

extension FakeableType {
  /// `FakeOuterInner`
  var fakeName: String { "Fake" + name.replacing(".", with: "") }
}
