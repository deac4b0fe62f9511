import Foundation

/// A protocol, the folder its fake goes to, and what became of it.
package struct Job: Sendable {
  package let `protocol`: ProtocolName
  package let folder: URL
  package let outcome: Outcome

  package init(protocol: ProtocolName, folder: URL, outcome: Outcome) {
    self.protocol = `protocol`
    self.folder = folder
    self.outcome = outcome
  }

  /// The file of the fake: of one that is written, or that is to be written by hand.
  package var url: URL {
    switch outcome {
    case .written(let fake): folder.appending(path: fake.fakeName + ".swift")
    case .refused:
      folder.appending(path: "Fake\(`protocol`.name.replacing(".", with: "")).swift")
    }
  }

  package var isWritten: Bool {
    if case .written = outcome { true } else { false }
  }
}
