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
    contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
  }

  /// The character set that the type of the body names.
  var charset: String? {
    let parts = contentType.components(separatedBy: "charset=")
    return parts.count == 1
      ? nil : parts[1].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", "'", " "])
  }

  private var contentType: String {
    headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
  }
}
