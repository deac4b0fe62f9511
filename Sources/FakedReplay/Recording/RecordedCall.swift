import Faked

/// One call of a recording: the function of a fake, the arguments, and the outcome.
struct RecordedCall: Sendable {
  enum Outcome: Sendable, Equatable {
    case returned(JSON)
    /// The name of the type of the error, and the error.
    case threw(String, JSON)
  }

  let function: String
  let arguments: [JSON]
  let outcome: Outcome
  /// The call and the error that kept it from reaching the real implementation, if this process recorded it.
  var unreached: String?

  /// A text that is the same for all equal calls.
  var key: String { Self.key(function, arguments) }

  static func key(_ function: String, _ arguments: [JSON]) -> String {
    function + "\n" + JSON.array(arguments).canonicalText
  }
}

extension RecordedCall.Outcome {
  var isReturned: Bool { if case .returned = self { true } else { false } }

  var json: JSON.Member {
    switch self {
    case .returned(let value): JSON.Member("returned", value)
    case .threw(let type, let value): JSON.Member("threw", .object([.init(type, value)]))
    }
  }
}

/// The calls of a recording in the form of its file.
package struct Recording: Sendable {
  static let format = "Faked recording"
  static let version = 1

  var calls: [RecordedCall] = []

  /// Adds the calls of another recording that are not in this recording.
  mutating func merge(_ other: [RecordedCall]) {
    var counts = Dictionary(calls.map { ($0.key, 1) }, uniquingKeysWith: +)
    for call in other {
      let count = counts[call.key] ?? 0
      counts[call.key] = count - 1
      if count <= 0 { calls.append(call) }
    }
  }

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
  /// Reads the content of a file.
  ///
  /// - Throws: `FakedError.invalidParameter` with the file and the position of the problem.
  package init(_ json: JSON, of file: RecordingFile) throws(FakedError) {
    guard json["format"]?.string == Self.format else {
      throw file.bad("is not a recording: it has no `\"format\": \"\(Self.format)\"`")
    }
    guard let version = json["version"]?.int, version == Self.version else {
      throw file.bad(
        "has version \(json["version"]?.text ?? "none"), and this library reads \(Self.version)")
    }
    guard let calls = json["calls"]?.elements else { throw file.bad("has no list `calls`") }
    for (index, call) in calls.enumerated() {
      guard let call = RecordedCall(call) else {
        throw file.bad(
          "has no call at calls[\(index)]: a call has a `function`, `arguments`, and either `returned` "
            + "or `threw`")
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
    switch (json["returned"], json["threw"]?.members) {
    case (let value?, nil) where json["threw"] == nil: outcome = .returned(value)
    case (nil, let error?) where error.count == 1: outcome = .threw(error[0].key, error[0].value)
    default: return nil
    }
  }
}
