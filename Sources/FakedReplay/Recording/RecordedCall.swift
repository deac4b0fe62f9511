import Faked

/// One call of a recording: the function of a fake, its arguments, and how it ended.
struct RecordedCall: Sendable {
  enum Outcome: Sendable {
    case returned(JSON)
    /// An error, by the name of its type.
    case threw(String, JSON)
  }

  let function: String
  let arguments: [JSON]
  let outcome: Outcome

  /// What equal calls have in common.
  var key: String { Self.key(function, arguments) }

  static func key(_ function: String, _ arguments: [JSON]) -> String {
    function + "\n" + JSON.array(arguments).canonicalText
  }
}

extension RecordedCall.Outcome {
  var json: JSON.Member {
    switch self {
    case .returned(let value): JSON.Member("returned", value)
    case .threw(let type, let value): JSON.Member("threw", .object([.init(type, value)]))
    }
  }
}

/// A recording as files have it.
package struct Recording: Sendable {
  static let format = "Faked recording"
  static let version = 1

  var calls: [RecordedCall] = []

  package var json: JSON {
    .object([
      .init("format", .string(Self.format)), .init("version", .number("\(Self.version)")),
      .init(
        "calls",
        .array(
          calls.map { call in
            .object([
              .init("function", .string(call.function)), .init("arguments", .array(call.arguments)),
              call.outcome.json,
            ])
          })),
    ])
  }
}

extension Recording {
  /// Reads a file; nil where there is none.
  ///
  /// - Throws: `FakedError.invalidParameter` with the file and the place of what is wrong.
  package init?(_ file: RecordingFile) throws(FakedError) {
    guard let json = try file.read() else { return nil }
    guard json["format"]?.string == Self.format else {
      throw file.bad("is no recording: it has no `\"format\": \"\(Self.format)\"`")
    }
    guard let version = json["version"]?.int, version == Self.version else {
      throw file.bad(
        "has version \(json["version"]?.text ?? "none"), and this library reads \(Self.version)")
    }
    guard let calls = json["calls"]?.elements else { throw file.bad("has no list `calls`") }
    for (index, call) in calls.enumerated() {
      guard let call = RecordedCall(call) else {
        throw file.bad(
          "has no call at calls[\(index)]: one has a `function`, `arguments`, and `returned` or "
            + "`threw`")
      }
      self.calls.append(call)
    }
  }
}

extension RecordedCall {
  fileprivate init?(_ json: JSON) {
    guard let function = json["function"]?.string, let arguments = json["arguments"]?.elements
    else { return nil }
    self.function = function
    self.arguments = arguments
    if let value = json["returned"] {
      outcome = .returned(value)
    } else if let error = json["threw"]?.members, error.count == 1 {
      outcome = .threw(error[0].key, error[0].value)
    } else {
      return nil
    }
  }
}
