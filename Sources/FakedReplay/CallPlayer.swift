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

  func root(of entries: [JSON]) -> JSON {
    .object([
      "format": .string("Faked recording"), "version": .number(1), "calls": .array(entries),
    ])
  }

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
      let hasLabel = isUsable && labels[index] != "_"
      let label = hasLabel ? labels[index] : "argument \(index + 1)"
      return (label, hasLabel ? "argument `\(label)`" : label)
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
    ignoring ignored: [String] = [], test: String
  ) throws(FakedError) {
    format = CallFormat(ignored: Set(ignored))
    recorder = try Recorder(
      file, format, mode: mode, test: test)
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
    do throws(Misfit) { encoded = try encode(arguments, of: function) } catch {
      if recorder.mode == .none { return .missing(recorder.message.error(error.failure(of: text))) }
      recorder.add(error.failure(of: text), problem: error.type)
      return .callThrough { .real($0) }
    }
    let compared = format.compared(name, encoded)
    switch recorder.begin(compared, text, counts: counts) {
    case .real: return .callThrough { .real($0) }
    case .missing(let error): return .missing(error)
    case .check(let call):
      return .callThrough { [self] in compare($0, with: call.json, Failure.self, of: text) }
    case .replay(let call, let position):
      do throws(Misfit) {
        return .recorded(try outcome(of: call.json, Output.self, Failure.self))
      } catch {
        return .missing(
          recorder.message.error(.unfitCall(text, position: position, reason: error.reason)))
      }
    case .record(let position):
      return .callThrough { [self] real in
        let part = encodeOrReport(real, Failure.self, of: text)
        recorder.end(
          position,
          as: part.map { part in
            let unreached = TransportError.text(of: real).map { "\(text) → \($0)" }
            let call: [String: JSON] = [
              "function": .string(name), "arguments": .array(encoded), part.name: part.json,
            ]
            return RecordedCall(
              compared, json: .object(call), isSuccess: part.name == "returned",
              unreached: unreached)
          })
        return .real(real)
      }
    }
  }
}

// Values.
extension CallPlayer {
  private func encode(
    _ arguments: [Any?], of function: FunctionLabel
  ) throws(Misfit) -> [JSON] {
    let names = CallFormat.names(function.name, arguments.count)
    return try zip(names, arguments).map { name, argument throws(Misfit) in
      guard let value = unwrappingOptionals(argument) else { return .null }
      return try encode(value, name.text)
    }
  }

  private func encode(_ value: Any, _ part: String, as type: Any.Type? = nil) throws(Misfit) -> JSON
  {
    let type = readableType(type ?? Swift.type(of: value))
    let reason = "\(part) is \(withArticle(type)), which "
    guard let value = value as? any Encodable else {
      throw Misfit(reason: reason + "is not Codable", type: type)
    }
    do { return try RecordedValue.encode(value) } catch {
      throw Misfit(reason: reason + "can't be encoded: \(error)", type: type)
    }
  }

  private func forms(_ failure: any Error.Type) -> [RecordedError] {
    errors + (RecordedError.natural(failure).map { [$0] } ?? [])
  }

  /// Returns an outcome as a member of a call, or `nil` after it reports a value that the file can't hold.
  private func encodeOrReport<Output>(
    _ outcome: CallOutcome<Output>, _ failure: any Error.Type, of text: String
  ) -> (name: String, json: JSON)? {
    do throws(Misfit) { return try encode(outcome, failure) } catch {
      recorder.add(error.failure(of: text), problem: error.type)
      return nil
    }
  }

  private func encode<Output>(
    _ outcome: CallOutcome<Output>, _ failure: any Error.Type
  ) throws(Misfit) -> (name: String, json: JSON)? {
    switch outcome {
    case .pending: return nil
    case .returned(is Void): return ("returned", .null)
    case .returned(let value):
      // A value that can't be decoded can't be replayed.
      let isDecodable = Output.self is any Decodable.Type
      return ("returned", try encode(isDecodable ? value : (), "its result", as: Output.self))
    case .threw(let error):
      let (text, type) = ("it threw \(readable(error))", readableType(Swift.type(of: error)))
      for form in forms(failure) {
        do {
          if let json = try form.encode(error) { return ("threw", .object([form.name: json])) }
        } catch let reason {
          throw Misfit(reason: "\(text), which can't be encoded: \(reason)", type: type)
        }
      }
      throw Misfit(
        reason: "\(text), and the recording has no form for \(type)", type: type,
        fix: "Make \(type) Codable or CaseIterable, and name it: errors: [.init(\(type).self)]")
    }
  }

  private func outcome<Output, Failure: Error>(
    of call: JSON, _: Output.Type, _: Failure.Type
  ) throws(Misfit) -> CallOutcome<Output> {
    do {
      if let json = call["returned"] {
        if let value = try RecordedValue.decode(json, as: Output.self) { return .returned(value) }
        throw Misfit(reason: "\(readableType(Output.self)) is not Codable")
      }
      guard let (type, json) = call["threw"]?.members?.first else {
        throw Misfit(reason: "it is empty")
      }
      // Older recordings have the name without the types around it.
      let form = forms(Failure.self).first { $0.name == type || $0.name.hasSuffix("." + type) }
      guard let form else {
        throw Misfit(reason: "it threw \(type), but `errors:` does not contain .init(\(type).self)")
      }
      let error = try form.decode(json)
      if error is Failure { return .threw(error) }
      let thrown = readableType(Failure.self)
      throw Misfit(reason: "it threw \(type), and the function throws \(thrown)")
    } catch {
      throw error as? Misfit ?? Misfit(reason: RecordedValue.reason(error))
    }
  }

  /// Compares the real outcome with the recorded outcome, and returns the recorded outcome.
  private func compare<Output, Failure: Error>(
    _ real: CallOutcome<Output>, with call: JSON, _: Failure.Type, of text: String
  ) -> RecordedResponse<Output> {
    let unreached = TransportError.text(of: real)
    let new =
      unreached == nil
      ? encodeOrReport(real, Failure.self, of: text) : try? encode(real, Failure.self)
    var differences: [String] = []
    if let (name, json) = new {
      // The values of errors always count.
      let comparing = name == "threw" ? .value : comparing
      differences =
        call[name].map { json.differences(from: $0, comparing: comparing) }
        ?? (name == "threw"
          ? ["returned a result, throws \(json.shortText)"]
          : ["threw \(call["threw"]?.shortText ?? ""), returns a result"])
    }
    if let unreached, call["returned"] != nil || !differences.isEmpty {
      recorder.add(unreachable: "\(text) → \(unreached)")
      differences = []
    }
    do throws(Misfit) {
      recorder.add(differences: differences, of: text)
      return .recorded(try outcome(of: call, Output.self, Failure.self))
    } catch {
      if differences.isEmpty {
        recorder.add(differences: ["the recorded value doesn't fit: \(error.reason)"], of: text)
      }
      return .real(real)
    }
  }
}

/// A call that the file can't hold, or a recorded outcome that doesn't fit the types of the function.
private struct Misfit: Error {
  let reason: String
  var type = ""
  var fix: String?

  func failure(of call: String) -> RecordingFailure {
    // A function can't conform to a protocol.
    let stub = type.contains("->") ? "Stub" : "Make the type Codable, or stub"
    return .unencodable(
      call, reason: reason, fix: fix ?? "\(stub) the function: a stubbed call is not recorded.")
  }
}

/// Recognizes errors that occur if a server can't be reached.
private enum TransportError {
  /// Returns a short text for an outcome that is such an error, or an error that wraps one, such as
  /// `NetworkError.transport`.
  static func text<Output>(of outcome: CallOutcome<Output>) -> String? {
    guard case .threw(let error) = outcome else { return nil }
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

/// Returns a noun with its article: `a User`, `an Event`.
private func withArticle(_ noun: String) -> String {
  "AEIOaeio".contains(noun.first ?? " ") ? "an \(noun)" : "a \(noun)"
}
