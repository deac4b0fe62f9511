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

  /// The file of the fake, or `nil` where there is none.
  package var url: URL? {
    guard case .written(let fake) = outcome else { return nil }
    return folder.appending(path: fake.fakeName + ".swift")
  }
}
