import FakeableClients
import Faked
import FakedReplay
import Foundation

/// Answers requests from an archive, or sends and records them.
package final class ArchivePlayer: Sendable {
  /// What a test says of its archive.
  package struct Options: Sendable {
    var mode: RecordingMode
    var matching: Set<RequestPart>
    var redacting: [String]
    var comparing: RecordingComparison
    var latencies: Bool

    package init(
      mode: RecordingMode, matching: Set<RequestPart> = [.method, .url], redacting: [String] = [],
      comparing: RecordingComparison = .shape, latencies: Bool = false
    ) {
      self.mode = mode
      self.matching = matching
      self.redacting = redacting
      self.comparing = comparing
      self.latencies = latencies
    }
  }

  private struct State {
    var archive: HTTPArchive
    /// Where the equal requests are, in order.
    var places: [String: [Int]] = [:]
    /// How many entries the file had, which are not this test's own to change.
    var foreignCount = 0
    /// How many of equal requests came.
    var counts: [String: Int] = [:]
    var secrets: Set<String> = []
    var isClaimed = false
  }

  private let file: RecordingFile
  private let options: Options
  private let redaction: Redaction
  private let message: RecordingMessage
  private let owner: String
  private let site: CallSite
  /// What the file had before, to be kept where nothing changes.
  private let old: HTTPArchive?
  private let state: Captured<State>
  private let network: RealNetwork?
  private let scope = FakedScope.current

  /// - Throws: `FakedError.invalidParameter` for a file that is missing or bad.
  init(
    _ file: RecordingFile, _ options: Options, test: String?, at site: CallSite
  ) throws(FakedError) {
    self.file = file
    self.options = options
    self.site = site
    redaction = Redaction(options.redacting)
    message = RecordingMessage(file: file, test: test)
    owner = "\(test) (\(site))"
    let isNew = options.mode == .all
    old = isNew ? (try? HTTPArchive(file)) ?? nil : nil
    let known = isNew ? nil : try HTTPArchive(file)
    if known == nil, options.mode == .none || options.mode == .check { throw message.noFile() }
    network = options.mode == .none ? nil : RealNetwork()
    var first = State(archive: known ?? HTTPArchive())
    first.foreignCount = first.archive.exchanges.count
    for (place, exchange) in first.archive.exchanges.enumerated() {
      let request = redaction.redacted(exchange.request)
      first.places[Self.key(request, options.matching), default: []].append(place)
    }
    state = Captured(first)
  }

  private static func key(_ request: FakeRequest, _ parts: Set<RequestPart>) -> String {
    parts.map { "\($0.name)\n\($0.text(of: request))" }.sorted().joined(separator: "\n")
  }

  /// The answer to a request: a recorded one, or that of the network.
  ///
  /// - Throws: `FakedError` for a request that is not recorded, and for a file that cannot be written;
  ///   `CancellationError`.
  func answer(_ request: FakeRequest) async throws -> FakeResponse {
    let redacted = redaction.redacted(request)
    let key = Self.key(redacted, options.matching)
    let (known, count, recorded) = state.withValue { state in
      let count = state.counts[key] ?? 0
      state.counts[key] = count + 1
      let places = state.places[key] ?? []
      let place = options.mode != .all && count < places.count ? places[count] : nil
      return (place.map { ($0, state.archive.exchanges[$0]) }, count, places.count)
    }
    switch (options.mode, known) {
    case (.none, nil): throw missing(redacted, count, recorded)
    case (.none, let (place, exchange)?), (.missing, let (place, exchange)?):
      return try replay(exchange, at: place, for: redacted)
    case (.all, _), (.missing, nil): return try await record(request, key)
    case (.check, _): return try await check(known, request, redacted)
    }
  }

  private func replay(
    _ exchange: ArchivedExchange, at place: Int, for request: FakeRequest
  ) throws -> FakeResponse {
    if let flaw = exchange.flaw {
      throw file.bad("cannot answer by log.entries[\(place)]: \(flaw)")
    }
    let response = exchange.response
    return options.latencies
      ? response.delayed(by: .microseconds(Int64(exchange.milliseconds * 1_000))) : response
  }

  private func send(_ request: FakeRequest) async throws -> ArchivedExchange {
    guard let network else { throw CancellationError() }
    return try await network.exchange(request)
  }

  private func record(_ request: FakeRequest, _ key: String) async throws -> FakeResponse {
    let start = Date(
      timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded() / 1_000)
    let real = try await send(request)
    var exchange = real
    let secrets = redaction.redact(&exchange)
    try state.withValue { state in
      if !state.isClaimed {
        try RecordingOwners.claim(file, for: owner, isParameterized: true)
        state.isClaimed = true
      }
      state.archive.append(exchange, at: start)
      state.secrets.formUnion(secrets)
      // An answer may have had the secret before a request showed that it is one.
      for secret in state.secrets {
        state.archive.change(from: state.foreignCount) {
          $0.replace(secret, by: Redaction.mark)
        }
      }
      if let old { state.archive.keepTimes(of: old) }
      try file.write(state.archive.json)
    }
    return real.response
  }

  /// Sends a request whose answer is recorded, reports what differs, and answers as recorded.
  private func check(
    _ known: (Int, ArchivedExchange)?, _ request: FakeRequest, _ redacted: FakeRequest
  ) async throws -> FakeResponse {
    var real = try await send(request)
    let answer = real.response
    redaction.redact(&real)
    let name = "\(redacted.method) \(redacted.path)"
    guard let (place, exchange) = known else {
      try report(["\(name) → is not in the recording"])
      return answer
    }
    var recorded = exchange
    redaction.redact(&recorded)
    let differences = real.differences(from: recorded, comparing: options.comparing)
    if !differences.isEmpty { try report(differences.map { "\(name) → \($0)" }) }
    return try replay(exchange, at: place, for: redacted)
  }

  /// Fails the test; without a scope, the request.
  private func report(_ differences: [String]) throws {
    let text = message.drift(differences)
    guard let scope else { throw FakedError.assertionFailed(text) }
    scope.report(.init(text, at: site))
  }

  /// The error for a request that is not recorded, with the nearest one that is.
  private func missing(_ request: FakeRequest, _ count: Int, _ recorded: Int) -> FakedError {
    let name = "\(request)"
    let error: FakedError
    if recorded > 0 {
      error = message.noMoreCalls(name, recorded: recorded)
    } else {
      let exchanges = state.withValue { $0.archive.exchanges }
      let nearest = exchanges.enumerated().max { nearness($0.1, request) < nearness($1.1, request) }
      let hint = nearest.map { index, exchange in
        let other = redaction.redacted(exchange.request)
        let differences = options.matching.filter { $0.text(of: request) != $0.text(of: other) }
          .map(\.name).sorted().joined(separator: " and ")
        return "Nearest: log.entries[\(index)], \(other), which differs in \(differences)."
      }
      error = message.noCall(name, hint ?? "It has no requests.")
    }
    scope?.noteUnstubbed(error.message, of: name)
    return error
  }

  private func nearness(_ exchange: ArchivedExchange, _ request: FakeRequest) -> Int {
    let other = redaction.redacted(exchange.request)
    let equal = options.matching.filter { $0.text(of: other) == $0.text(of: request) }.count
    let start = zip(other.url.absoluteString.utf8, request.url.absoluteString.utf8).prefix {
      $0 == $1
    }
    return equal * 100_000 + start.count
  }
}

extension ArchivedExchange {
  /// What differs from a recorded exchange, a line for each place.
  func differences(from old: ArchivedExchange, comparing: RecordingComparison) -> [String] {
    switch (old.failure, failure) {
    case (let old?, let new?):
      return old == new
        ? [] : ["failed with URLError \(old.rawValue), fails with URLError \(new.rawValue)"]
    case (let old?, nil):
      return ["failed with URLError \(old.rawValue), answers with status \(status)"]
    case (nil, let new?):
      return ["answered with status \(old.status), fails with URLError \(new.rawValue)"]
    case (nil, nil): break
    }
    var differences: [String] = []
    if old.status != status { differences.append("status: was \(old.status), is \(status)") }
    if old.mimeType != mimeType {
      differences.append("type: was \(old.mimeType), is \(mimeType)")
    } else if let oldJSON = try? JSON(parsing: old.body), let newJSON = try? JSON(parsing: body) {
      differences += newJSON.differences(from: oldJSON, comparing: comparing, at: "body")
    } else if comparing == .value, old.body != body {
      differences.append("body: was \(bodyText(old.body)), is \(bodyText(body))")
    }
    return differences
  }
}

/// A body as it is compared: JSON by its values.
func bodyKey(_ body: Data) -> String {
  (try? JSON(parsing: body))?.canonicalText ?? body.base64EncodedString()
}
