import Faked

/// A call that is recorded or replayed.
struct ReplayedCall<Output, Failure: Error> {
  let session: RecordingSession
  let function: FunctionLabel
  let arguments: [Any?]

  var name: String { function.recordedName }
  var text: String { function.call(arguments) }

  /// Returns the arguments in the form of the file.
  func encodedArguments() throws(Unencodable) -> [JSON] {
    var encoded: [JSON] = []
    for (index, argument) in arguments.enumerated() {
      guard let argument = unwrappingOptionals(argument) else {
        encoded.append(.null)
        continue
      }
      let label = function.labels.count == arguments.count ? function.labels[index] : nil
      encoded.append(
        try encode(
          argument, .argument(label: label, position: index + 1), readableType(type(of: argument))))
    }
    return encoded
  }

  private func encode(
    _ value: Any, _ part: UnencodableValue.Part, _ type: String
  ) throws(Unencodable) -> JSON {
    guard let value = value as? any Encodable else {
      throw unencodable(part, type, reason: nil)
    }
    do {
      return try ValueEncoder.encode(value)
    } catch {
      throw unencodable(part, type, reason: "\(error)")
    }
  }

  private func unencodable(
    _ part: UnencodableValue.Part, _ type: String, reason: String?
  ) -> Unencodable {
    Unencodable(value: .init(call: text, part: part, type: type, reason: reason))
  }

  /// Runs the real implementation, and records its outcome at the position of the call.
  func record(_ encoded: [JSON]) -> RecordedResponse<Output> {
    let session = session
    let text = text
    let position = session.state.withValue { state -> Int? in
      guard !state.isOver else { return nil }
      state.calls.append(nil)
      state.pending[state.calls.count - 1] = text
      return state.calls.count - 1
    }
    guard let position else { return .callThrough { .real($0) } }
    return .callThrough { outcome in
      let known: RecordedCall.Outcome?
      do throws(Unencodable) { known = try self.encoded(outcome) } catch {
        session.add(error.value)
        known = nil
      }
      session.state.withValue { state in
        guard !state.isOver else { return }
        state.pending[position] = nil
        guard let known else { return }
        var call = RecordedCall(function: name, arguments: encoded, outcome: known)
        if case .threw(let error) = outcome {
          call.unreached = TransportError.text(of: error).map { "\(text) → \($0)" }
        }
        state.calls[position] = call
        state.positions[call.key, default: []].append(position)
      }
      return .real(outcome)
    }
  }

  /// Returns the outcome in the form of the file, or `nil` for a call that has not ended.
  private func encoded(
    _ outcome: CallOutcome<Output>
  ) throws(Unencodable) -> RecordedCall.Outcome? {
    switch outcome {
    case .pending: return nil
    case .returned(is Void): return .returned(.null)
    case .returned(let value):
      let type = readableType(Output.self)
      guard Output.self is any Decodable.Type else {
        throw unencodable(.result, type, reason: nil)
      }
      return .returned(try encode(value, .result, type))
    case .threw(let error): return try encoded(error)
    }
  }

  private func encoded(_ error: any Error) throws(Unencodable) -> RecordedCall.Outcome {
    let (part, type) = (UnencodableValue.Part.error(readable(error)), Swift.type(of: error))
    let forms = forms
    for form in forms {
      do {
        if let json = try form.encode(error) { return .threw(form.name(among: forms), json) }
      } catch let reason {
        throw unencodable(part, readableType(type), reason: "\(reason)")
      }
    }
    throw unencodable(part, readableType(type), reason: nil)
  }

  private var forms: [RecordedError] {
    session.errors + (RecordedError.natural(Failure.self).map { [$0] } ?? [])
  }

  /// Ends the call as recorded.
  func replay(_ known: RecordedCall, at position: Int) -> RecordedResponse<Output> {
    do throws(Unfit) {
      return .recorded(try outcome(of: known))
    } catch {
      return .missing(
        session.message.error(.unfitCall(text, position: position, reason: error.reason)))
    }
  }

  private func outcome(of known: RecordedCall) throws(Unfit) -> CallOutcome<Output> {
    switch known.outcome {
    case .returned(let json):
      do {
        if let value = try ValueDecoder.decode(json, as: Output.self) { return .returned(value) }
      } catch {
        throw Unfit(reason: ValueDecoder.reason(error, in: json))
      }
      throw Unfit(reason: "\(readableType(Output.self)) is not Codable")
    case .threw(let type, let json):
      let forms = forms
      // A recording may be older than the second type with the short name.
      let known =
        forms.first { $0.name(among: forms) == type } ?? forms.first { $0.shortName == type }
      guard let form = known else {
        throw Unfit(
          reason: "it threw \(type), but `errors:` does not contain .init(\(type).self)")
      }
      let error: any Error
      do { error = try form.decode(json) } catch {
        throw Unfit(reason: ValueDecoder.reason(error, in: json))
      }
      if error is Failure { return .threw(error) }
      throw Unfit(
        reason: "it threw \(type), and the function throws \(readableType(Failure.self))")
    }
  }

  /// Compares the real outcome with the recorded outcome, and returns the recorded outcome.
  func compare(
    _ known: RecordedCall, with real: CallOutcome<Output>
  ) -> RecordedResponse<Output> {
    var differences: [String] = []
    var transportError: String?
    if case .threw(let error) = real { transportError = TransportError.text(of: error) }
    do throws(Unencodable) {
      guard let new = try encoded(real) else { return .real(real) }
      differences = new.differences(from: known.outcome, comparing: session.comparing)
    } catch {
      if transportError == nil { session.add(error.value) }
    }
    if let transportError, known.outcome.isReturned || !differences.isEmpty {
      session.missReal("\(text) → \(transportError)")
      differences = []
    }
    defer { for difference in differences { session.differ("\(text) → \(difference)") } }
    do throws(Unfit) {
      return .recorded(try outcome(of: known))
    } catch {
      if differences.isEmpty { differences = ["the recorded value doesn't fit: \(error.reason)"] }
      return .real(real)
    }
  }

  /// Returns the error for a call that is not in the recording, with the nearest recorded call.
  func missing(_ encoded: [JSON], recorded: Int, number: Int) -> FakedError {
    if recorded > 0 {
      return session.message.error(.noMoreCalls(text, recorded: recorded, number: number))
    }
    let calls = session.state.withValue { $0.calls }.compactMap(\.self)
    let same = calls.filter { $0.function == name && $0.arguments.count == encoded.count }
    let nearest = same.map { ($0, $0.differences(from: encoded, of: function)) }
      .min { $0.1.count < $1.1.count }
    var hint = "It has no calls."
    if let (call, differences) = nearest {
      hint = "Nearest: \(call.text(function)): \(differences.joined(separator: "; "))"
    } else if !calls.isEmpty {
      hint = "It has calls of \(Set(calls.map(\.function)).sorted().joined(separator: ", "))."
    }
    return session.message.error(.noCall(text, hint: hint))
  }
}

/// A call that the file can't hold.
struct Unencodable: Error {
  let value: UnencodableValue
}

/// A recorded outcome that doesn't fit the types of the function.
private struct Unfit: Error {
  let reason: String
}

extension RecordedCall.Outcome {
  /// Returns the differences from a recorded outcome, one line each.
  fileprivate func differences(
    from old: RecordedCall.Outcome, comparing: RecordingComparison
  ) -> [String] {
    switch (old, self) {
    case (.returned(let old), .returned(let new)):
      return new.differences(from: old, comparing: comparing)
    case (.threw(let oldType, let old), .threw(let newType, let new)):
      let (was, now) = ("\(oldType) \(old.shortText)", "\(newType) \(new.shortText)")
      return oldType == newType && old == new ? [] : ["threw \(was), throws \(now)"]
    case (.returned(let old), .threw(let type, let new)):
      return ["returned \(old.kind), throws \(type) \(new.shortText)"]
    case (.threw(let type, let old), .returned(let new)):
      return ["threw \(type) \(old.shortText), returns \(new.kind)"]
    }
  }
}

extension RecordedCall {
  fileprivate func text(_ function: FunctionLabel) -> String {
    function.shortCall(arguments.map(\.shortText)) { $0 as? String ?? "" }
  }

  /// Returns the differences from other arguments, one text for each argument.
  fileprivate func differences(from other: [JSON], of function: FunctionLabel) -> [String] {
    let labels = function.labels.count == arguments.count ? function.labels : []
    return zip(arguments, other).enumerated().filter { $1.0 != $1.1 }.map { index, pair in
      let name = (labels.isEmpty ? nil : labels[index]).map { "`\($0)`" } ?? "argument \(index + 1)"
      let parts = pair.1.differences(from: pair.0, comparing: .value, at: "")
      let first = parts.first ?? ""
      let text = first.replacingPrefix("was ", by: "recorded ")
      return "\(name): \(text)" + (parts.count > 1 ? " and \(parts.count - 1) more" : "")
    }
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
