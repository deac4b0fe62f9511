import Faked
import Foundation

/// The file of the calls of fakes: a list of functions, arguments, and outcomes.
package struct CallFormat: RecordingFormat {
  private let errors: [RecordedError]
  /// The labels of arguments, and the names of fields in arguments, that are not compared.
  private let ignored: Set<String>
  package let requiresCalls = true
  package let list = "calls"

  package init(errors: [RecordedError] = [], ignoring ignored: [String] = []) {
    self.errors = errors + RecordedError.common
    self.ignored = Set(ignored + ignored.map { "argument `\($0)`" })
  }

  package func entries(of root: JSON) throws(RecordingFlaw) -> [JSON] {
    if root["format"]?.string == "Faked recording", root["version"]?.int == 1,
      let calls = root["calls"]?.elements
    {
      return calls
    }
    throw RecordingFlaw(
      "is not a recording with `\"format\": \"Faked recording\"`, `\"version\": 1`, and `calls`")
  }

  package func root(of entries: [JSON]) -> JSON {
    .object([
      "format": .string("Faked recording"), "version": JSON(1), "calls": .array(entries),
    ])
  }

  package func call(_ entry: JSON) throws(RecordingFlaw) -> RecordedCall {
    guard let function = entry["function"]?.string, let arguments = entry["arguments"]?.elements,
      (entry["returned"] == nil) == (entry["threw"]?.members?.count == 1)
    else {
      throw RecordingFlaw(
        "a call has a `function`, `arguments`, and either `returned` or `threw`")
    }
    return RecordedCall(compared(function, arguments), json: entry)
  }

  package func isKey(_ recorded: String, of key: String) -> Bool { false }

  package func compared(
    _ function: FunctionLabel, _ arguments: [Any?]
  ) throws(RecordingFlaw) -> (text: String, parts: JSON) {
    let encoded = try encode(arguments, of: function)
    return (function.call(arguments), compared(function.recordedName, encoded))
  }

  /// Returns the parts of a call that are compared: its function, and its arguments by their names.
  private func compared(_ function: String, _ arguments: [JSON]) -> JSON {
    let names = names(function, arguments.count)
    var parts = Dictionary(uniqueKeysWithValues: zip(names, arguments))
      .filter { !ignored.contains($0.key) }.mapValues { $0.removing(ignored) }
    parts["function"] = .string(function)
    return .object(parts)
  }

  /// Returns the names of the arguments in messages: ``argument `for` ``, or `argument 2` without a label of its own.
  private func names(_ function: String, _ count: Int) -> [String] {
    let list = function.hasSuffix(":)") ? function.split(separator: "(").last : nil
    let labels = (list?.split(separator: ":") ?? []).dropLast().map(String.init)
    let isUsable = labels.count == count && Set(labels).count == count
    return (0..<count).map { index in
      isUsable && labels[index] != "_" ? "argument `\(labels[index])`" : "argument \(index + 1)"
    }
  }
}

// Values.
extension CallFormat {
  package func entry<Output>(
    _ function: FunctionLabel, _ arguments: [Any?], _ outcome: CallOutcome<Output>,
    throwing failure: any Error.Type
  ) throws(RecordingFlaw) -> JSON? {
    guard let (name, json) = try encode(outcome, failure) else { return nil }
    return .object([
      "function": .string(function.recordedName),
      "arguments": .array(try encode(arguments, of: function)), name: json,
    ])
  }

  private func encode(
    _ arguments: [Any?], of function: FunctionLabel
  ) throws(RecordingFlaw) -> [JSON] {
    let names = names(function.name, arguments.count)
    return try zip(names, arguments).map { name, argument throws(RecordingFlaw) in
      guard let value = unwrappingOptionals(argument) else { return .null }
      return try encode(value, "\(name) has the type \(readableType(type(of: value)))")
    }
  }

  /// Returns a value as JSON.
  ///
  /// - Parameter subject: The value in the text of a flaw.
  private func encode(_ value: Any, _ subject: String) throws(RecordingFlaw) -> JSON {
    guard let value = value as? any Encodable else {
      throw RecordingFlaw("\(subject), which is not Codable")
    }
    do { return try RecordedValue.encode(value) } catch {
      throw RecordingFlaw("\(subject), which can't be encoded: \(error)")
    }
  }

  private func encode<Output>(
    _ outcome: CallOutcome<Output>, _ failure: any Error.Type
  ) throws(RecordingFlaw) -> (name: String, json: JSON)? {
    switch outcome {
    case .pending: return nil
    case .returned(is Void): return ("returned", .null)
    case .returned(let value):
      // A value that can't be decoded can't be replayed.
      let result: Any = Output.self is any Decodable.Type ? value : ()
      let subject = "its result has the type \(readableType(Output.self))"
      return ("returned", try encode(result, subject))
    case .threw(let error):
      let subject = "it threw \(readable(error))"
      for form in forms(failure) {
        guard let value = form.encode(error) else { continue }
        return ("threw", .object([form.name: try encode(value, subject)]))
      }
      let type = readableType(type(of: error))
      throw RecordingFlaw("\(subject), and `errors:` does not contain .init(\(type).self)")
    }
  }

  private func forms(_ failure: any Error.Type) -> [RecordedError] {
    let natural = failure as? any (Error & Codable).Type
    return errors + (natural.map { [RecordedError($0)] } ?? [])
  }

  package func outcome<Output>(
    of call: JSON, throwing failure: any Error.Type
  ) throws(RecordingFlaw) -> CallOutcome<Output> {
    do {
      if let json = call["returned"] {
        if let value = try RecordedValue.decode(json, as: Output.self) { return .returned(value) }
        throw RecordingFlaw("\(readableType(Output.self)) is not Codable")
      }
      let (type, json) = call["threw"]?.members?.first ?? ("nothing", .null)
      // Older recordings have the name without the types around it.
      let form = forms(failure).first { $0.name == type || $0.name.hasSuffix("." + type) }
      guard let form else {
        throw RecordingFlaw("it threw \(type), but `errors:` does not contain .init(\(type).self)")
      }
      // The call fails if its function can't throw the error.
      return .threw(try form.decode(json))
    } catch {
      throw error as? RecordingFlaw ?? RecordingFlaw(RecordedValue.reason(error))
    }
  }

  package func differences(of real: JSON, from recorded: JSON) -> [String] {
    if let json = real["returned"], let old = recorded["returned"] {
      return json.differences(from: old, inShape: true)
    }
    // The values of errors always count.
    if let json = real["threw"], let old = recorded["threw"] { return json.differences(from: old) }
    return real["threw"].map { ["returned a result, throws \($0.shortText)"] }
      ?? ["threw \(recorded["threw"]?.shortText ?? ""), returns a result"]
  }
}
