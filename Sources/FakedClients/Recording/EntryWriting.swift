import FakeableClients
import FakedReplay
import Foundation

extension RecordedExchange {
  /// The exchange in the form of an archive.
  var entry: JSON {
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
      // Foundation adds this type when it sends the request.
      let added = request.method == "POST" ? "application/x-www-form-urlencoded" : ""
      let type = request.header("Content-Type") ?? added
      let text = request.body.utf8Text
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
    let text = isText ? body.utf8Text : nil
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
        // Foundation doesn't expose the reason phrase of the server.
        .init("status", .number("\(status)")), .init("statusText", .string("")),
        .init("httpVersion", .string("HTTP/1.1")), .init("cookies", .array([])),
        .init("headers", list(headers)), .init("content", .object(content)),
        .init("redirectURL", .string(location)), .init("headersSize", .number("-1")),
        .init("bodySize", .number("\(isDecoded ? -1 : body.count)")),
      ] + (failure.map { [.init("_error", .string("URLError \($0.rawValue)"))] } ?? []))
  }

  /// A Boolean value that indicates whether Foundation decoded the body, and doesn't say how many bytes it received.
  private var isDecoded: Bool {
    headers.contains { header in
      let value = header.value.trimmingCharacters(in: .whitespaces).lowercased()
      return header.name.lowercased() == "content-encoding" && !["", "identity"].contains(value)
    }
  }

  /// A Boolean value that indicates whether the body is written as text, which readers interpret as UTF-8.
  private var isText: Bool {
    guard ["utf-8", "utf8", "us-ascii", "ascii", nil].contains(charset) else { return false }
    return mimeType.hasPrefix("text/") || mimeType.contains("json") || mimeType.contains("xml")
      || mimeType.contains("javascript") || mimeType.contains("urlencoded")
  }

  private func list(_ headers: [Header]) -> JSON {
    .array(
      headers.map { header in
        .object([.init("name", .string(header.name)), .init("value", .string(header.value))])
      })
  }
}
