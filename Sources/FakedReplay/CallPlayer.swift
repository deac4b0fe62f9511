import Faked
import Foundation

/// The file of the calls of fakes: a list of functions, arguments, and outcomes.
struct CallFormat: RecordingFormat {
  /// The labels of arguments, and the names of fields in arguments, that are not compared.
  let ignored: Set<String>
  let requiresCalls = true
  let list = "calls"

  func entries(of root: JSON) throws(RecordingFlaw) -> [JSON] {
    guard root["format"]?.string == "Faked recording" else {
      throw RecordingFlaw("is not a recording: it has no `\"format\": \"Faked recording\"`")
    }
    guard root["version"]?.int == 1 else {
      let version = root["version"]?.text ?? "none"
      throw RecordingFlaw("has version \(version), and this library reads 1")
    }
    guard let calls = root["calls"]?.elements else { throw RecordingFlaw("has no list `calls`") }
    return calls
  }

  func call(_ entry: JSON) throws(RecordingFlaw) -> RecordedCall {
    guard let function = entry["function"]?.string, let arguments = entry["arguments"]?.elements,
      (entry["returned"] == nil) == (entry["threw"]?.members?.count == 1)
    else {
      throw RecordingFlaw(
        "a call has a `function`, `arguments`, and either `returned` or `threw`")
    }
    return RecordedCall(
      compared(function, arguments), json: entry, isSuccess: entry["returned"] != nil)
  }

  func root(of calls: [RecordedCall], replacing old: JSON?) -> JSON {
    .object([
      "format": .string("Faked recording"), "version": .number(1),
      "calls": .array(calls.map(\.json)),
    ])
  }

  func redacted(_ calls: [RecordedCall]) -> [RecordedCall] { calls }
  func isKey(_ recorded: String, of key: String) -> Bool { false }

  /// Returns the parts of a call that are compared: its function, and its arguments by their names.
  func compared(_ function: String, _ arguments: [JSON]) -> JSON {
    var parts: [String: JSON] = ["function": .string(function)]
    for (name, argument) in zip(Self.names(function, arguments.count), arguments)
    where !ignored.contains(name.label) {
      parts[name.text] = argument.removing(ignored)
    }
    return .object(parts)
  }

  /// Returns the labels of the arguments, and their names in messages. An argument without a label of its own is
  /// `argument 2` in both.
  static func names(_ function: String, _ count: Int) -> [(label: String, text: String)] {
    let list = function.hasSuffix(":)") ? function.split(separator: "(").last : nil
    let labels = (list?.split(separator: ":") ?? []).dropLast().map(String.init)
    let isUsable = labels.count == count && Set(labels).count == count
    return (0..<count).map { index in
      let number = "argument \(index + 1)"
      guard isUsable, labels[index] != "_" else { return (number, number) }
      return (labels[index], "argument `\(labels[index])`")
    }
  }
}

/// Replays the calls of fakes from a recording, or records them. Every run of an exploration has its own player.
package final class CallPlayer: CallRecorder {
  package let recorder: Recorder
  private let format: CallFormat
  private let comparing: RecordingComparison
  private let errors: [RecordedError]
  /// The types of the fakes whose calls are recorded; empty for all fakes.
  private let types: Set<ObjectIdentifier>
  /// The number of equal calls so far, by key.
  private let counts = Captured<[String: Int]>([:])

  /// Creates a player, and reads the file.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  package init(
    _ file: RecordingFile, mode: RecordingMode, comparing: RecordingComparison = .shape,
    errors: [RecordedError] = [], only types: Set<ObjectIdentifier> = [],
    ignoring ignored: [String] = [], test: String, owner: String, isParameterized: Bool = false
  ) throws(FakedError) {
    format = CallFormat(ignored: Set(ignored))
    recorder = try Recorder(
      file, format, mode: mode, test: test, owner: owner, isParameterized: isParameterized)
    self.comparing = comparing
    self.errors = errors + RecordedError.common
    self.types = types
  }

  private init(again player: CallPlayer) {
    (recorder, format, comparing) = (player.recorder, player.format, player.comparing)
    (errors, types) = (player.errors, player.types)
  }

  package func fromStart() -> any CallRecorder { CallPlayer(again: self) }

  private func includes(_ function: FunctionLabel) -> Bool {
    types.isEmpty || types.contains(ObjectIdentifier(function.fake))
  }

  package func sawDefault(of function: FunctionLabel) {
    guard includes(function) else { return }
    recorder.add(
      hint: "\(function.recordedName) ran `default:`, which is never recorded. "
        + "If that calls the real implementation, write `real:`.")
  }

  package func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output> {
    guard includes(function) else { return .callThrough { .real($0) } }
    let (name, text) = (function.recordedName, function.call(arguments))
    let encoded: [JSON]
    do throws(Unencodable) { encoded = try encode(arguments, of: function) } catch {
      let failure = error.failure(of: text)
      if recorder.mode == .none { return .missing(recorder.message.error(failure)) }
      recorder.add(failure, problem: error.type)
      return .callThrough { .real($0) }
    }
    let compared = format.compared(name, encoded)
    switch recorder.begin(compared, text, counts: counts) {
    case .real: return .callThrough { .real($0) }
    case .replay(let call, let position):
      do throws(Unfit) {
        return .recorded(try outcome(of: call.json, Output.self, Failure.self))
      } catch {
        return .missing(
          recorder.message.error(.unfitCall(text, position: position, reason: error.reason)))
      }
    case .record(let position):
      return .callThrough { [self] real in
        recorder.end(
          position, as: recorded(real, Failure.self, of: text, compared, name, encoded))
        return .real(real)
      }
    case .check(let call):
      return .callThrough { [self] in compare($0, with: call.json, Failure.self, of: text) }
    case .missing(let error): return .missing(error)
    }
  }
}

// Values.
extension CallPlayer {
  private func encode(
    _ arguments: [Any?], of function: FunctionLabel
  ) throws(Unencodable) -> [JSON] {
    var encoded: [JSON] = []
    for (name, argument) in zip(CallFormat.names(function.name, arguments.count), arguments) {
      let value = unwrappingOptionals(argument)
      encoded.append(
        try value.map { value throws(Unencodable) in try encode(value, name.text) } ?? .null)
    }
    return encoded
  }

  private func encode(
    _ value: Any, _ part: String, as type: Any.Type? = nil
  ) throws(Unencodable) -> JSON {
    let type = readableType(type ?? Swift.type(of: value))
    do {
      if let value = value as? any Encodable { return try RecordedValue.encode(value) }
    } catch {
      throw Unencodable(
        type: type, reason: "\(part) is \(withArticle(type)), which can't be encoded: \(error)")
    }
    throw Unencodable(type: type, reason: "\(part) is \(withArticle(type)), which is not Codable")
  }

  private func forms(_ failure: any Error.Type) -> [RecordedError] {
    errors + (RecordedError.natural(failure).map { [$0] } ?? [])
  }

  /// Returns an outcome as a member of a call.
  private func encode<Output>(
    _ outcome: CallOutcome<Output>, _ failure: any Error.Type
  ) throws(Unencodable) -> (name: String, JSON)? {
    switch outcome {
    case .pending: return nil
    case .returned(is Void): return ("returned", .null)
    case .returned(let value):
      // A value that can't be decoded can't be replayed.
      let isDecodable = Output.self is any Decodable.Type
      return ("returned", try encode(isDecodable ? value : (), "its result", as: Output.self))
    case .threw(let error):
      let (text, type) = (readable(error), readableType(Swift.type(of: error)))
      for form in forms(failure) {
        do {
          if let json = try form.encode(error) { return ("threw", .object([form.name: json])) }
        } catch let reason {
          throw Unencodable(
            type: type, reason: "it threw \(text), which can't be encoded: \(reason)")
        }
      }
      throw Unencodable(
        type: type, reason: "it threw \(text), and the recording has no form for \(type)",
        fix: "Make \(type) Codable or CaseIterable, and name it: errors: [.init(\(type).self)]")
    }
  }

  private func recorded<Output>(
    _ outcome: CallOutcome<Output>, _ failure: any Error.Type, of text: String, _ compared: JSON,
    _ function: String, _ arguments: [JSON]
  ) -> RecordedCall? {
    do throws(Unencodable) {
      guard let (name, json) = try encode(outcome, failure) else { return nil }
      let unreached = transportError(of: outcome).map { "\(text) → \($0)" }
      let call: [String: JSON] = [
        "function": .string(function), "arguments": .array(arguments), name: json,
      ]
      return RecordedCall(
        compared, json: .object(call), isSuccess: name == "returned", unreached: unreached)
    } catch {
      recorder.add(error.failure(of: text), problem: error.type)
      return nil
    }
  }

  private func transportError<Output>(of outcome: CallOutcome<Output>) -> String? {
    if case .threw(let error) = outcome { TransportError.text(of: error) } else { nil }
  }

  private func outcome<Output, Failure: Error>(
    of call: JSON, _: Output.Type, _: Failure.Type
  ) throws(Unfit) -> CallOutcome<Output> {
    if let json = call["returned"] {
      do {
        if let value = try RecordedValue.decode(json, as: Output.self) { return .returned(value) }
      } catch {
        throw Unfit(reason: RecordedValue.reason(error))
      }
      throw Unfit(reason: "\(readableType(Output.self)) is not Codable")
    }
    guard let (type, json) = call["threw"]?.members?.first else {
      throw Unfit(reason: "it is empty")
    }
    // Older recordings have the name without the types around it.
    let form = forms(Failure.self).first { $0.name == type || $0.name.hasSuffix("." + type) }
    guard let form else {
      throw Unfit(reason: "it threw \(type), but `errors:` does not contain .init(\(type).self)")
    }
    let error: any Error
    do { error = try form.decode(json) } catch {
      throw Unfit(reason: RecordedValue.reason(error))
    }
    if error is Failure { return .threw(error) }
    throw Unfit(reason: "it threw \(type), and the function throws \(readableType(Failure.self))")
  }

  /// Compares the real outcome with the recorded outcome, and returns the recorded outcome.
  private func compare<Output, Failure: Error>(
    _ real: CallOutcome<Output>, with call: JSON, _: Failure.Type, of text: String
  ) -> RecordedResponse<Output> {
    let unreached = transportError(of: real)
    var differences: [String] = []
    do throws(Unencodable) {
      guard let (name, new) = try encode(real, Failure.self) else { return .real(real) }
      // The values of errors always count.
      let comparing = name == "threw" ? .value : comparing
      differences =
        call[name].map { new.differences(from: $0, comparing: comparing) }
        ?? (name == "threw"
          ? ["returned a result, throws \(new.shortText)"]
          : ["threw \(call["threw"]?.shortText ?? ""), returns a result"])
    } catch {
      if unreached == nil { recorder.add(error.failure(of: text), problem: error.type) }
    }
    if let unreached, call["returned"] != nil || !differences.isEmpty {
      recorder.add(unreachable: "\(text) → \(unreached)")
      differences = []
    }
    recorder.add(differences: differences, of: text)
    do throws(Unfit) { return .recorded(try outcome(of: call, Output.self, Failure.self)) } catch {
      if differences.isEmpty {
        recorder.add(differences: ["the recorded value doesn't fit: \(error.reason)"], of: text)
      }
      return .real(real)
    }
  }
}

/// A call that the file can't hold.
private struct Unencodable: Error {
  let type: String
  let reason: String
  var fix: String?

  func failure(of call: String) -> RecordingFailure {
    // A function can't conform to a protocol.
    let stub = type.contains("->") ? "Stub" : "Make the type Codable, or stub"
    return .unencodable(
      call, reason: reason, fix: fix ?? "\(stub) the function: a stubbed call is not recorded.")
  }
}

/// A recorded outcome that doesn't fit the types of the function.
private struct Unfit: Error {
  let reason: String
}

/// Recognizes errors that occur if a server can't be reached.
private enum TransportError {
  /// Returns a short text for such an error, or for an error that wraps one, such as `NetworkError.transport`.
  static func text(of error: any Error) -> String? {
    // Reflection shows the payload of an enum as a child. Deeper errors have other causes.
    let inner = Mirror(reflecting: error).children.lazy.compactMap { $0.value as? URLError }.first
    guard let code = (error as? URLError ?? inner)?.errorCode else { return nil }
    switch code {
    // Timeouts, lost connections, unknown hosts, missing networks, and untrusted servers.
    case -1001, -1006 ... -1003, -1009, -1020 ... -1018, -1206 ... -1200: return "URLError \(code)"
    default: return nil
    }
  }
}
