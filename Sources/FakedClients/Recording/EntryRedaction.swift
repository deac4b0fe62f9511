import FakedReplay
import Foundation

extension Redaction {
  /// A part of an archive, of whatever program, without the values of all that is named and without known
  /// secrets; `key` is the name under which it stands.
  func redacted(
    _ json: JSON, _ secrets: Secrets, _ found: inout [String], at key: String = ""
  ) -> JSON {
    switch json {
    case .null, .bool, .number: return json
    case .string(let text): return .string(self.text(text, secrets, &found, at: key))
    case .array(let elements):
      return .array(elements.map { redacted($0, secrets, &found, at: key) })
    case .object(let members):
      return .object(
        members.map { member in
          let new = special(member, of: json, secrets, &found, at: key)
          return .init(
            member.key,
            new.map(JSON.string) ?? redacted(member.value, secrets, &found, at: member.key))
        })
    }
  }

  private func text(
    _ text: String, _ secrets: Secrets, _ found: inout [String], at key: String
  ) -> String {
    // The title of a page is its address, too.
    guard ["url", "redirectURL", "title"].contains(key), let address = URL(string: text) else {
      return secrets.removed(from: text)
    }
    let new = secrets.removed(from: url(address, &found))
    return new == address ? text : new.absoluteString
  }

  /// The value of a pair, or the text of a body; nil for what is neither.
  private func special(
    _ member: JSON.Member, of whole: JSON, _ secrets: Secrets, _ found: inout [String],
    at key: String
  ) -> String? {
    guard let text = member.value.string else { return nil }
    switch (key, member.key) {
    case ("cookies", "value") where !text.isEmpty:
      found.append(text)
      return Secrets.mark
    case (_, "value"):
      guard let name = whole["name"]?.string else { return nil }
      return secrets.removed(from: header(name, text, &found), ofHeader: name)
    case ("content", "text"), ("postData", "text"):
      return redactedBody(text, of: whole, secrets, &found)
    default: return nil
    }
  }

  private func redactedBody(
    _ text: String, of content: JSON, _ secrets: Secrets, _ found: inout [String]
  ) -> String {
    guard let old = content.bodyBytes(of: text) else { return secrets.removed(from: text) }
    let type = content["mimeType"]?.string?.lowercased() ?? ""
    let new = secrets.removed(from: body(old, type: type, &found))
    if new == old { return text }
    return content.bodyEncoding == "base64"
      ? new.base64EncodedString() : String(decoding: new, as: UTF8.self)
  }
}
