import FakeableClients
import FakedReplay
import Foundation

/// One request and what came back, as an archive has it.
package struct ArchivedExchange: Sendable {
  package var request: FakeRequest
  /// The status; 0 where no response came.
  var status = 0
  var headers: [Header] = []
  var body = Data()
  /// Why no response came.
  var failure: URLError.Code?
  var milliseconds = 0.0
  /// When it was recorded.
  var start: Date?
  /// Where it stands in the list of the file.
  var place = 0
  /// Why it cannot be replayed, if it cannot.
  var flaw: String?

  package struct Header: Sendable, Equatable {
    var name: String
    var value: String
  }
}

extension ArchivedExchange {
  /// What a transport answers with.
  package var response: FakeResponse {
    if let failure { return .failure(failure) }
    // The body is as it is after decoding, and its length with it.
    let dropped = ["content-encoding", "transfer-encoding", "content-length"]
    var joined: [String: String] = [:]
    var names: [String: String] = [:]
    for header in headers where !header.name.hasPrefix(":") {
      let key = header.name.lowercased()
      if dropped.contains(key), request.method != "HEAD" || key != "content-length" { continue }
      // Foundation knows cookies under this spelling alone.
      let name = names[key] ?? (key == "set-cookie" ? "Set-Cookie" : header.name)
      names[key] = name
      // Browsers put several cookies into one header, a line each.
      let value = header.value.replacingOccurrences(of: "\n", with: ", ")
      joined[name] = joined[name].map { $0 + ", " + value } ?? value
    }
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    if hasBody { joined["Content-Length"] = "\(body.count)" }
    return FakeResponse(
      .http(status: status, headers: joined), chunks: body.isEmpty || !hasBody ? [] : [body])
  }

  /// The type of the body without its parameters.
  var mimeType: String {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    return type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }
}

/// An HTTP archive, version 1.2: what browsers and proxies export, and what a transport records.
package struct HTTPArchive: Sendable {
  private var log: [JSON.Member]
  private var rest: [JSON.Member]
  package private(set) var entries: [JSON]
  package private(set) var exchanges: [ArchivedExchange]
  /// Which entries cannot be read, and why; they stay in the file, and answer nothing.
  package private(set) var flaws: [String] = []

  /// An archive without a request.
  package init() {
    log = [
      .init("version", .string("1.2")),
      .init("creator", .object([.init("name", .string("Faked")), .init("version", .string("1"))])),
    ]
    rest = []
    entries = []
    exchanges = []
  }

  /// Reads a file; nil where there is none.
  ///
  /// - Throws: `FakedError.invalidParameter` with the file and the place of what is wrong.
  package init?(_ file: RecordingFile) throws(FakedError) {
    guard let root = try file.read() else { return nil }
    guard let log = root["log"]?.members else {
      throw file.bad("is no HTTP archive: it has no `log`")
    }
    let version = root["log"]?["version"]?.string ?? "1.2"
    guard version.hasPrefix("1.") else {
      throw file.bad("has version \(version), and this library reads HAR 1.2")
    }
    guard let entries = root["log"]?["entries"]?.elements else {
      throw file.bad("has no list `log.entries`")
    }
    self.log = log.filter { $0.key != "entries" }
    rest = (root.members ?? []).filter { $0.key != "log" }
    self.entries = entries
    exchanges = []
    for (index, entry) in entries.enumerated() {
      do throws(EntryFlaw) {
        exchanges.append(try ArchivedExchange(entry, at: index))
      } catch {
        flaws.append("log.entries[\(index)]: \(error.text)")
      }
    }
  }

  package var json: JSON {
    .object([.init("log", .object(log + [.init("entries", .array(entries))]))] + rest)
  }

  mutating func append(_ exchange: ArchivedExchange) {
    exchanges.append(exchange)
    entries.append(exchange.entry)
  }

  /// Keeps an entry as it was before where only its times are others, so that the file does not change.
  package mutating func keepTimes(of old: HTTPArchive) {
    for index in entries.indices where index < old.entries.count {
      if entries[index].withoutTimes == old.entries[index].withoutTimes {
        entries[index] = old.entries[index]
      }
    }
  }
}

extension JSON {
  /// An entry without what is another at every recording.
  fileprivate var withoutTimes: JSON {
    .object(
      (members ?? []).compactMap { member in
        switch member.key {
        case "startedDateTime", "time", "timings": nil
        case "response": .init(member.key, member.value.withoutDate)
        default: member
        }
      })
  }

  private var withoutDate: JSON {
    .object(
      (members ?? []).map { member in
        guard member.key == "headers", let headers = member.value.elements else { return member }
        return .init(
          "headers", .array(headers.filter { $0["name"]?.string?.lowercased() != "date" }))
      })
  }
}

struct EntryFlaw: Error {
  let text: String
}

// Reading.
extension ArchivedExchange {
  fileprivate init(_ entry: JSON, at place: Int) throws(EntryFlaw) {
    guard let sent = entry["request"] else { throw EntryFlaw(text: "it has no `request`") }
    guard let method = sent["method"]?.string else {
      throw EntryFlaw(text: "its request has no `method`")
    }
    guard let address = sent["url"]?.string, let url = URL(string: address) else {
      throw EntryFlaw(text: "its request has no `url`")
    }
    let came = entry["response"] ?? .null
    // Some write no status where no response came.
    let status = came["status"].flatMap { $0 == .null ? nil : $0 } ?? .number("0")
    let headers = try Self.headers(sent, "request")
    request = FakeRequest(
      method: method.uppercased(), url: url,
      headers: Dictionary(
        headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $0 + ", " + $1 }),
      body: try Self.postedBody(sent["postData"]))
    self.place = place
    self.status = status.int ?? 0
    if case .number(let time)? = entry["time"], let time = Double(time) {
      // A day at most: a time that nobody measured is no reason to trap.
      milliseconds = min(max(0, time), 86_400_000)
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
    guard let list = part["headers"]?.elements else { return [] }
    var headers: [Header] = []
    for header in list {
      guard let name = header["name"]?.string, let value = header["value"]?.string else {
        throw EntryFlaw(text: "a header of its \(name) has no `name` or no `value`")
      }
      headers.append(Header(name: name, value: value))
    }
    return headers
  }

  /// What some exports have in fields, and not among the headers.
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
    switch content["encoding"]?.string?.lowercased() {
    case nil, "":
      body = Data(text.utf8)
      nameUTF8()
    case "base64":
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        flaw = "its body is no base64"
        return
      }
      body = data
    case let encoding?: flaw = "its body has the unknown encoding \(encoding)"
    }
  }

  /// A text of the archive is in UTF-8, whatever the server sent.
  private mutating func nameUTF8() {
    for (index, header) in headers.enumerated() where header.name.lowercased() == "content-type" {
      var parts = header.value.components(separatedBy: ";")
      for (place, part) in parts.enumerated() where part.lowercased().contains("charset=") {
        parts[place] = " charset=utf-8"
      }
      let isUTF8 = header.value.lowercased().contains("utf-8")
      if !isUTF8 { headers[index].value = parts.joined(separator: ";") }
    }
  }

  private static func postedBody(_ posted: JSON?) throws(EntryFlaw) -> Data {
    guard let posted else { return Data() }
    if let text = posted["text"]?.string {
      if posted["_encoding"]?.string != "base64" { return Data(text.utf8) }
      guard let data = Data(base64Encoded: text) else {
        throw EntryFlaw(text: "the body of its request is no base64")
      }
      return data
    }
    // A form may be listed instead.
    let fields = (posted["params"]?.elements ?? []).compactMap { field -> String? in
      field["name"]?.string.map { $0 + "=" + (field["value"]?.string ?? "") }
    }
    return Data(fields.joined(separator: "&").utf8)
  }

  /// The error that an entry without a response stands for, in our own words or in a browser's.
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

// Writing.
extension ArchivedExchange {
  fileprivate var entry: JSON {
    let time = JSON.number("\(Int(milliseconds.rounded()))")
    return .object([
      .init("startedDateTime", .string(start.flatMap(DateText.text) ?? "1970-01-01T00:00:00Z")),
      .init("time", time), .init("request", requestJSON), .init("response", responseJSON),
      .init("cache", .object([])),
      .init(
        "timings",
        .object([
          .init("send", .number("0")), .init("wait", time), .init("receive", .number("0")),
        ])),
    ])
  }

  private var requestJSON: JSON {
    let headers = request.headers.sorted { $0.key.lowercased() < $1.key.lowercased() }
      .map { Header(name: $0.key, value: $0.value) }
    var members: [JSON.Member] = [
      .init("method", .string(request.method)), .init("url", .string(request.url.absoluteString)),
      .init("httpVersion", .string("HTTP/1.1")), .init("cookies", .array([])),
      .init("headers", list(headers)),
      .init(
        "queryString",
        list(request.queryItems.map { Header(name: $0.name, value: $0.value ?? "") })),
    ]
    if !request.body.isEmpty {
      let type = request.header("Content-Type") ?? "application/octet-stream"
      let text = String(data: request.body, encoding: .utf8)
      members.append(
        .init(
          "postData",
          .object(
            [
              .init("mimeType", .string(type)),
              .init("text", .string(text ?? request.body.base64EncodedString())),
            ] + (text == nil ? [.init("_encoding", .string("base64"))] : []))))
    }
    return .object(
      members + [
        .init("headersSize", .number("-1")), .init("bodySize", .number("\(request.body.count)")),
      ])
  }

  private var responseJSON: JSON {
    let text = isText ? String(data: body, encoding: .utf8) : nil
    var content: [JSON.Member] = [
      .init("size", .number("\(body.count)")),
      .init("mimeType", .string(mimeType.isEmpty ? "x-unknown" : mimeType)),
    ]
    if !body.isEmpty {
      content.append(.init("text", .string(text ?? body.base64EncodedString())))
      if text == nil { content.append(.init("encoding", .string("base64"))) }
    }
    let location = headers.first { $0.name.lowercased() == "location" }?.value ?? ""
    return .object(
      [
        .init("status", .number("\(status)")),
        .init(
          "statusText",
          .string(status == 0 ? "" : HTTPURLResponse.localizedString(forStatusCode: status))),
        .init("httpVersion", .string("HTTP/1.1")), .init("cookies", .array([])),
        .init("headers", list(headers)), .init("content", .object(content)),
        .init("redirectURL", .string(location)), .init("headersSize", .number("-1")),
        .init("bodySize", .number("\(body.count)")),
      ] + (failure.map { [.init("_error", .string("URLError \($0.rawValue)"))] } ?? []))
  }

  private var isText: Bool {
    mimeType.hasPrefix("text/") || mimeType.contains("json") || mimeType.contains("xml")
      || mimeType.contains("javascript") || mimeType.contains("urlencoded")
  }

  private func list(_ headers: [Header]) -> JSON {
    .array(
      headers.map { header in
        .object([.init("name", .string(header.name)), .init("value", .string(header.value))])
      })
  }
}
