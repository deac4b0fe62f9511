import Faked

/// One call on its way from and to a recording.
struct ReplayedCall<Output, Failure: Error> {
  let session: RecordingSession
  let function: FunctionLabel
  let arguments: [Any?]

  init(_ session: RecordingSession, _ function: FunctionLabel, _ arguments: [Any?]) {
    self.session = session
    self.function = function
    self.arguments = arguments
  }

  var name: String { function.description }
  var text: String { function.call(arguments) }
  private var message: RecordingMessage { session.message }

  /// - Throws: the refusal, which names the argument and its type.
  func encodedArguments() throws(FakedError) -> [JSON] {
    var encoded: [JSON] = []
    for (index, argument) in arguments.enumerated() {
      guard let argument = unwrappingOptionals(argument) else {
        encoded.append(.null)
        continue
      }
      func refuse(_ reason: String) -> FakedError {
        let label = function.labels.count == arguments.count ? function.labels[index] : nil
        return .invalidParameter(
          message.unwritableArgument(
            label.map { "argument `\($0)`" } ?? "argument \(index + 1)", of: text, reason))
      }
      let type = readableType(type(of: argument))
      guard let value = argument as? any Encodable else {
        throw refuse("is a \(type), which is not Codable")
      }
      do {
        encoded.append(try ValueEncoder.encode(value))
      } catch {
        throw refuse("is a \(type) that cannot be encoded: \(error)")
      }
    }
    return encoded
  }

  /// Has the real thing answer, and writes it down in the place of the call.
  func record(_ encoded: [JSON]) -> RecordedResponse<Output> {
    let session = session
    let text = text
    let place = session.state.withValue { state -> Int? in
      guard !state.isOver else { return nil }
      state.calls.append(nil)
      state.unfinished[state.calls.count - 1] = text
      return state.calls.count - 1
    }
    guard let place else { return .callThrough { $0 } }
    return .callThrough { outcome in
      let known = self.encoded(outcome)
      session.state.withValue { state in
        guard !state.isOver else { return }
        state.unfinished[place] = nil
        guard let known else { return }
        let call = RecordedCall(function: name, arguments: encoded, outcome: known)
        state.calls[place] = call
        state.places[call.key, default: []].append(place)
      }
      return outcome
    }
  }

  /// The outcome as files have it; nil after it was refused.
  private func encoded(_ outcome: CallOutcome<Output>) -> RecordedCall.Outcome? {
    switch outcome {
    case .pending: return nil
    case .returned(is Void): return .returned(.null)
    case .returned(let value):
      let type = readableType(Output.self)
      guard Output.self is any Decodable.Type, let value = value as? any Encodable else {
        session.note(message.unwritableResult(of: text, "is a \(type), which is not Codable"))
        return nil
      }
      do {
        return .returned(try ValueEncoder.encode(value))
      } catch {
        session.note(
          message.unwritableResult(of: text, "is a \(type) that cannot be encoded: \(error)"))
        return nil
      }
    case .threw(let error):
      return encoded(error)
    }
  }

  private func encoded(_ error: any Error) -> RecordedCall.Outcome? {
    do {
      for form in forms {
        if let json = try form.encode(error) { return .threw(form.typeName, json) }
      }
      session.note(
        message.unwritableError(
          readable(error), of: readableType(Swift.type(of: error)), from: text))
    } catch let reason {
      session.note(
        message.unwritableResult(
          of: text, "is the error \(readable(error)), which cannot be encoded: \(reason)"))
    }
    return nil
  }

  private var forms: [RecordedError] {
    session.errors + (RecordedError.natural(Failure.self).map { [$0] } ?? [])
  }

  /// Answers as it was recorded.
  func replay(_ known: RecordedCall, at place: Int) -> RecordedResponse<Output> {
    do throws(Unfit) {
      return .recorded(try outcome(of: known))
    } catch {
      return .missing(message.unfit(text, number: place, error.reason))
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
      guard let form = forms.first(where: { $0.typeName == type }) else {
        throw Unfit(
          reason: "it threw \(type), whose form is not named: errors: [.init(\(type).self)]")
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

  /// Notes how the real answer differs from the recorded one, which the test gets.
  func compare(
    _ known: RecordedCall, with real: CallOutcome<Output>
  ) -> CallOutcome<Output> {
    guard let new = encoded(real) else { return real }
    var differences = new.differences(from: known.outcome, comparing: session.comparing)
    defer { for difference in differences { session.differ("\(text) → \(difference)") } }
    do throws(Unfit) {
      return try outcome(of: known)
    } catch {
      if differences.isEmpty { differences = ["what was recorded does not fit: \(error.reason)"] }
      return real
    }
  }

  /// The error for a call that is not in the recording, with the nearest one that is.
  func missing(_ encoded: [JSON], _ recorded: Int) -> FakedError {
    if recorded > 0 { return message.noMoreCalls(text, recorded: recorded) }
    let calls = session.state.withValue { $0.calls }.compactMap(\.self)
    let same = calls.filter { $0.function == name && $0.arguments.count == encoded.count }
    let nearest = same.map { ($0, $0.differences(from: encoded, of: function)) }
      .min { $0.1.count < $1.1.count }
    if let (call, differences) = nearest {
      return message.noCall(
        text, "Nearest: \(call.text(function)): \(differences.joined(separator: "; "))")
    }
    let functions = Set(calls.map(\.function)).sorted().joined(separator: ", ")
    return message.noCall(
      text, functions.isEmpty ? "It has no calls." : "It has calls of \(functions).")
  }
}

/// Why a recorded outcome is none of the function.
private struct Unfit: Error {
  let reason: String
}

extension RecordedCall.Outcome {
  /// What differs from a recorded outcome.
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

  /// What other arguments have different.
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
