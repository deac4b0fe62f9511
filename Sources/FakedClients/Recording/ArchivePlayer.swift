import FakeableClients
import Faked
import FakedReplay
import Foundation

/// Answers requests from an archive, or sends and records them.
package final class ArchivePlayer: Sendable {
  private struct State {
    /// What the file had.
    var archive: HTTPArchive
    var requests: RecordedRequests
    /// What is recorded, by its place in the order of the requests.
    var recorded: [Int: RecordedExchange] = [:]
    /// What is under way, by its place.
    var pending: [Int: String] = [:]
    var requestCount = 0
    var secrets = SecretValues()
    /// Whether the file is written at the end of the scope.
    var waitsForEnd = false
    var isOver = false
  }

  private let file: RecordingFile
  private let options: Options
  private let names: SecretNames
  private let message: RecordingMessage
  /// Nil where no test says what is recorded.
  private let owner: String?
  private let site: CallSite
  /// What the file had before, to be kept where nothing changes.
  private let old: HTTPArchive?
  private let state: Captured<State>
  /// Has one file written after the other, and none while the state is locked; whether the file is claimed.
  private let writing = Captured(false)
  private let network: RealNetwork?
  private let scope = FakedScope.current

  /// - Throws: `FakedError.invalidParameter` for a file that is missing or bad.
  init(
    _ file: RecordingFile, _ options: Options, test: String?, at site: CallSite
  ) throws(FakedError) {
    self.file = file
    self.options = options
    self.site = site
    let names = SecretNames(options.redacting)
    self.names = names
    message = RecordingMessage(file: file, test: test)
    owner = test.map { "\($0) (\(site))" }
    let isNew = options.mode == .all
    old = isNew ? (try? HTTPArchive(file)) ?? nil : nil
    let known = isNew ? nil : try HTTPArchive(file)
    if known == nil, options.mode == .none || options.mode == .check { throw message.noFile() }
    network = options.mode == .none ? nil : RealNetwork()
    var first = State(archive: known ?? HTTPArchive(), requests: .init(matching: options.matching))
    let requests = first.archive.exchanges.map { exchange in
      options.redacted(exchange.request, names, &first.secrets)
    }
    if options.mode == .missing {
      var byName = RedactionByName(names)
      var archive = first.archive
      archive.redact(&byName)
      first.secrets.add(byName.found)
    }
    var byValue = RedactionByValue(values: first.secrets)
    for (place, request) in requests.enumerated() {
      var request = request
      request.redact(&byValue)
      first.requests.add(request, at: place)
    }
    state = Captured(first)
    // A tool has its file after each request, in a scope too.
    guard options.mode == .all || options.mode == .missing, owner != nil, let scope else { return }
    let waits = scope.atEnd { self.end(hasThrown: $0) }
    state.withValue { $0.waitsForEnd = waits }
  }

  /// The answer to a request: a recorded one, or that of the network.
  ///
  /// - Throws: `FakedError` for a request that is not recorded, and for a file that cannot be written;
  ///   `CancellationError`.
  func answer(_ request: FakeRequest) async throws -> FakeResponse {
    let redacted = state.withValue { options.redacted(request, names, &$0.secrets) }
    do {
      return try await answer(request, redacted)
    } catch let error as FakedError {
      // The code under test may swallow it.
      scope?.recordThrown(error, of: "\(redacted)")
      throw error
    }
  }

  private func answer(
    _ request: FakeRequest, _ redacted: FakeRequest
  ) async throws -> FakeResponse {
    let (known, recorded) = state.withValue { state in
      let (place, recorded) = state.requests.next(for: redacted)
      return (place.map { state.archive.exchanges[$0] }, recorded)
    }
    if let known, options.mode == .none || options.mode == .missing { return try replay(known) }
    guard let network else { throw missing(redacted, recorded) }
    if options.mode == .check { return try await check(known, request, redacted, network) }
    return try await record(request, named: "\(redacted)", network)
  }

  private func replay(_ exchange: RecordedExchange) throws -> FakeResponse {
    if let flaw = exchange.flaw {
      throw file.bad("cannot answer by log.entries[\(exchange.place)]: \(flaw)")
    }
    let response = exchange.response
    return options.latencies
      ? response.delayed(by: .microseconds(Int64(exchange.milliseconds * 1_000))) : response
  }

  private func record(
    _ request: FakeRequest, named name: String, _ network: RealNetwork
  ) async throws -> FakeResponse {
    let start = Date(
      timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded() / 1_000)
    let place = state.withValue { state in
      defer { state.requestCount += 1 }
      state.pending[state.requestCount] = name
      return state.requestCount
    }
    defer { state.withValue { $0.pending[place] = nil } }
    let real = try await network.exchange(request)
    var exchange = real
    exchange.start = start
    options.change?(&exchange)
    let waits = state.withValue { [exchange] state in
      if state.isOver { return true }
      // It is redacted when the file is written: an earlier response may have a secret that is named later.
      state.recorded[place] = exchange
      return state.waitsForEnd
    }
    if !waits { try write() }
    return real.response
  }

  private func write() throws(FakedError) {
    try writing.withValue { (isClaimed) throws(FakedError) in
      let (known, recorded, secrets) = state.withValue { ($0.archive, $0.recorded, $0.secrets) }
      var archive = known
      var exchanges = recorded.sorted { $0.key < $1.key }.map(\.value)
      var byName = RedactionByName(names)
      archive.redact(&byName)
      for index in exchanges.indices { exchanges[index].redact(&byName) }
      var byValue = RedactionByValue(values: secrets.adding(byName.found))
      archive.redact(&byValue)
      for index in exchanges.indices {
        exchanges[index].redact(&byValue)
        archive.append(exchanges[index])
      }
      if let old { archive.keepTimes(of: old) }
      if let owner, !isClaimed {
        try RecordingOwners.claim(file, for: owner, isParameterized: true)
        isClaimed = true
      }
      try file.write(archive.json)
    }
  }

  /// Writes the file at the end of the scope; gives what is wrong.
  private func end(hasThrown: Bool) -> FakedScope.Finding? {
    let (isEmpty, pending) = state.withValue { state in
      state.isOver = true
      return (state.recorded.isEmpty, state.pending.values.sorted())
    }
    var problem: String?
    if let name = pending.first {
      problem = message.isNotWritten("\(name) was under way when the test ended; await it")
    } else if isEmpty {
      return nil
    } else if hasThrown {
      problem = message.isNotWritten("the test threw an error")
    } else {
      do throws(FakedError) { try write() } catch { problem = error.message }
    }
    return problem.map { .init($0, at: site) }
  }

  /// Sends a request whose answer is recorded, reports what differs, and answers as recorded.
  private func check(
    _ known: RecordedExchange?, _ request: FakeRequest, _ redacted: FakeRequest,
    _ network: RealNetwork
  ) async throws -> FakeResponse {
    var real = try await network.exchange(request)
    let answer = real.response
    let name = "\(redacted.method) \(redacted.path)"
    guard let known else {
      try report(["\(name) → is not in the recording"])
      return answer
    }
    var recorded = known
    options.change?(&real)
    var byName = RedactionByName(names)
    real.redact(&byName)
    recorded.redact(&byName)
    let secrets = state.withValue { [byName] in $0.secrets.adding(byName.found) }
    var byValue = RedactionByValue(values: secrets)
    real.redact(&byValue)
    recorded.redact(&byValue)
    let differences = real.differences(from: recorded, comparing: options.comparing)
    if !differences.isEmpty { try report(differences.map { "\(name) → \($0)" }) }
    return try replay(known)
  }

  /// Fails the test; without a scope, the request.
  private func report(_ differences: [String]) throws {
    let text = message.drift(differences)
    guard let scope else { throw FakedError.assertionFailed(text) }
    scope.report(.init(text, at: site))
  }

  /// The error for a request that is not recorded, with the nearest one that is.
  private func missing(_ request: FakeRequest, _ recorded: Int) -> FakedError {
    if recorded > 0 { return message.noMoreCalls("\(request)", recorded: recorded) }
    var (archive, secrets) = state.withValue { ($0.archive, $0.secrets) }
    let others = archive.exchanges.map { ($0.place, options.redacted($0.request, names, &secrets)) }
    let nearest = others.max { nearness($0.1, request) < nearness($1.1, request) }
    let hint = nearest.map { place, other in
      let differences = options.matching.filter { $0.text(of: request) != $0.text(of: other) }
        .map(\.name).sorted().joined(separator: " and ")
      return "Nearest: log.entries[\(place)], \(other), which differs in \(differences)."
    }
    let skipped = archive.flaws.prefix(3).map { "\n  Left out: \($0)." }.joined()
    return message.noCall("\(request)", (hint ?? "It has no requests.") + skipped)
  }

  private func nearness(_ other: FakeRequest, _ request: FakeRequest) -> Int {
    let equal = options.matching.filter { $0.text(of: other) == $0.text(of: request) }.count
    let start = zip(other.url.absoluteString.utf8, request.url.absoluteString.utf8).prefix {
      $0 == $1
    }
    return equal * 100_000 + start.count
  }
}
