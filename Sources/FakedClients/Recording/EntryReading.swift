import FakeableClients
import FakedReplay
import Foundation

struct EntryFlaw: Error {
  let text: String
}

extension RecordedExchange {
  init(_ entry: JSON, at index: Int) throws(EntryFlaw) {
    guard let sent = entry["request"] else { throw EntryFlaw(text: "it has no `request`") }
    guard let method = sent["method"]?.string else {
      throw EntryFlaw(text: "its request has no `method`")
    }
    guard let address = sent["url"]?.string else {
      throw EntryFlaw(text: "its request has no `url`")
    }
    guard let url = URL(string: address) else {
      throw EntryFlaw(text: "the `url` of its request is not a URL")
    }
    let came = entry["response"] ?? .null
    // Some programs write a null or 0 as the status if there is no response.
    let status = came["status"].flatMap { $0 == .null ? nil : $0 } ?? .number("0")
    let headers = try Self.headers(sent, "request")
    request = FakeRequest(
      method: method.uppercased(), url: url,
      headers: Dictionary(
        headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $0 + ", " + $1 }),
      body: try Self.postedBody(sent["postData"]))
    self.index = index
    self.status = status.int ?? 0
    if case .number(let time)? = entry["time"], let time = Double(time) {
      // Limit the time to a day, so that an absurd value doesn't trap.
      milliseconds = min(max(0, time), 86_400_000)
    }
    let hasError = came["_error"]?.string != nil || entry["_error"]?.string != nil
    if came["status"] == nil, !hasError {
      flaw = came == .null ? "it has no `response`" : "its response has no `status`"
      return
    }
    guard 0...999 ~= status.int ?? -1 else {
      flaw = "its status is \(status.shortText)"
      return
    }
    self.headers = try Self.headers(came, "response")
    addFromFields(of: came)
    guard self.status > 0 else {
      failure = Self.failure(came["_error"]?.string ?? entry["_error"]?.string ?? "")
      return
    }
    readBody(came["content"])
  }

  private static func headers(_ part: JSON, _ name: String) throws(EntryFlaw) -> [Header] {
    guard let found = part["headers"], found != .null else { return [] }
    guard let list = found.elements else {
      throw EntryFlaw(text: "the `headers` of its \(name) are not a list")
    }
    var headers: [Header] = []
    for header in list {
      guard let name = header["name"]?.string, let value = header["value"]?.string else {
        throw EntryFlaw(text: "a header of its \(name) has no `name` or no `value`")
      }
      headers.append(Header(name: name, value: value))
    }
    return headers
  }

  /// Adds the headers that some programs write only into other fields.
  private mutating func addFromFields(of response: JSON) {
    func has(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name } }
    if let location = response["redirectURL"]?.string, !location.isEmpty, !has("location") {
      headers.append(Header(name: "Location", value: location))
    }
    if let type = response["content"]?["mimeType"]?.string, !type.isEmpty, type != "x-unknown",
      !has("content-type")
    {
      headers.append(Header(name: "Content-Type", value: type))
    }
    guard !has("set-cookie") else { return }
    for cookie in response["cookies"]?.elements ?? [] {
      guard let name = cookie["name"]?.string, let value = cookie["value"]?.string else { continue }
      let path = cookie["path"]?.string.map { "; Path=\($0)" } ?? ""
      headers.append(Header(name: "Set-Cookie", value: "\(name)=\(value)\(path)"))
    }
  }

  private mutating func readBody(_ content: JSON?) {
    guard let content, let text = content["text"]?.string else {
      let size = content?["size"]?.int ?? 0
      if size > 0, request.method != "HEAD", status != 204, status != 304 {
        flaw = "its body of \(size) bytes is not in the archive: export it with content"
      }
      return
    }
    let encoding = content.bodyEncoding ?? ""
    guard ["", "base64"].contains(encoding) else {
      flaw = "its body has the unknown encoding \(encoding)"
      return
    }
    guard let bytes = content.bodyBytes(of: text) else {
      flaw = "its body is not base64"
      return
    }
    body = bytes
    if encoding.isEmpty { nameUTF8() }
  }

  /// Sets the character set to UTF-8, because texts in archives are UTF-8, even if the server used another encoding.
  private mutating func nameUTF8() {
    if charset?.hasSuffix("ascii") == true, body.allSatisfy({ $0 < 0x80 }) { return }
    for (index, header) in headers.enumerated() where header.name.lowercased() == "content-type" {
      var parts = header.value.components(separatedBy: ";")
      for position in parts.indices where parts[position].lowercased().contains("charset=") {
        parts[position] = " charset=utf-8"
      }
      let isUTF8 = header.value.lowercased().contains("utf-8")
      if !isUTF8 { headers[index].value = parts.joined(separator: ";") }
    }
  }

  private static func postedBody(_ posted: JSON?) throws(EntryFlaw) -> Data {
    guard let posted else { return Data() }
    if let text = posted["text"]?.string {
      guard let data = posted.bodyBytes(of: text) else {
        throw EntryFlaw(text: "the body of its request is not base64")
      }
      return data
    }
    // A form may be a list of its fields instead.
    let fields = (posted["params"]?.elements ?? []).compactMap { field -> String? in
      field["name"]?.string.map { $0 + "=" + (field["value"]?.string ?? "") }
    }
    return Data(fields.joined(separator: "&").utf8)
  }

  /// Returns the error of an entry without a response, written by this library or by a browser.
  private static func failure(_ text: String) -> URLError.Code {
    if text.hasPrefix("URLError "), let number = Int(text.dropFirst(9)) {
      return URLError.Code(rawValue: number) as URLError.Code? ?? .unknown
    }
    return switch text.uppercased() {
    case let text where text.contains("NAME_NOT_RESOLVED"): .cannotFindHost
    case let text where text.contains("REFUSED"): .cannotConnectToHost
    case let text where text.contains("TIMED_OUT"): .timedOut
    case let text where text.contains("DISCONNECTED"): .notConnectedToInternet
    case let text where text.contains("ABORTED"): .cancelled
    default: .networkConnectionLost
    }
  }
}
