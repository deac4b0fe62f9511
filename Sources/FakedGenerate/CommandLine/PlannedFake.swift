import Foundation

/// A type, the folder for its fake, and the fake.
package struct PlannedFake: Sendable {
  package enum Content: Sendable {
    case written(GeneratedFake)
    case refused(Refusal)
    case byHand(HandWrittenFakes.Fake)
  }

  package let type: FakeableType
  package let folder: URL
  package let content: Content
  /// The text of the file, if it was read already.
  let existing: String?
  /// Another file of the test target with the same name.
  let namesake: URL?
  /// The file of the fake, even if the fake has to be written by hand.
  package let url: URL

  package init(
    type: FakeableType, folder: URL, content: Content, existing: String? = nil, namesake: URL? = nil
  ) {
    self.existing = existing
    self.namesake = namesake
    self.type = type
    self.folder = folder
    self.content = content
    let name = if case .written(let fake) = content { fake.fakeName } else { type.fakeName }
    url = folder.appending(path: name + ".swift")
  }

  package var isWritten: Bool {
    if case .written = content { true } else { false }
  }
}
