import FakeableClients
import Faked
import FakedReplay

/// A writer that redacts the exchanges of a process and writes them into an archive.
struct ArchiveWriter: Sendable {
  private let file: RecordingFile
  private let options: ArchivePlayer.Options
  private let names: SecretNames
  private let message: RecordingMessage
  /// The test that writes the file, or `nil` for a tool or after the file was claimed.
  private var owner: String?
  /// The version of the file that this process has read or written.
  private var version: RecordingFileVersion?
  /// The check that a replay finds every request, or `nil` if the exchanges are not those of a whole test.
  private let rehearsal: ReplayRehearsal?
  /// The requests of this process that are in the file, without their secrets, by their order.
  private var written: [Int: FakeRequest] = [:]
  /// The archive to replace, or `nil` if it is kept or can't be read.
  private let old: HTTPArchive?

  init(
    _ file: RecordingFile, _ options: ArchivePlayer.Options, _ names: SecretNames,
    _ message: RecordingMessage, owner: String?, isOfWholeTest: Bool
  ) {
    self.file = file
    self.options = options
    self.names = names
    self.message = message
    self.owner = owner
    rehearsal =
      isOfWholeTest ? ReplayRehearsal(names: names, matching: options.matching) : nil
    version = file.version
    old = options.mode == .all ? (try? HTTPArchive(file)) ?? nil : nil
  }

  /// Writes an archive, followed by exchanges.
  ///
  /// - Parameters:
  ///   - exchanges: All exchanges of this process so far, by the order of their requests.
  ///   - known: The archive that they follow.
  ///   - secrets: The secrets so far.
  /// - Returns: The reason why the exchanges must not be written, if there is one.
  mutating func write(
    _ exchanges: [Int: RecordedExchange], after known: HTTPArchive, _ secrets: SecretValues
  ) throws(FakedError) -> RecordingFailure.Reason? {
    let indices = exchanges.keys.sorted()
    var exchanges = indices.compactMap { exchanges[$0] }
    if let reason = reasonNotToWrite(exchanges, secrets) { return reason }
    if let owner { try RecordingOwners.claim(file, for: owner, isParameterized: true) }
    owner = nil
    try file.replace(evenIfBad: options.mode == .all) { (current) throws(FakedError) in
      if options.mode == .all, current != nil, file.version != version {
        throw message.error(.notWritten(.changedByOtherProcess))
      }
      var (archive, written) = (known, [Int: FakeRequest]())
      // Another process may have added requests.
      if options.mode == .missing, let current {
        (archive, written) = (try HTTPArchive(current, of: file), self.written)
      }
      let (present, sent) = (archive.exchanges.map(\.request), exchanges)
      redact(&archive, &exchanges, secrets)
      if let rehearsal,
        let request = rehearsal.firstRequestNotFound(
          sent: sent, recorded: exchanges.map(\.request))
      {
        throw message.error(.notWritten(.unreplayable("\(request.method) \(request.url)")))
      }
      var others = RequestCounts(present, matching: options.matching)
      for request in known.exchanges.map(\.request) + written.values { others.remove(request) }
      for (index, exchange) in zip(indices, exchanges)
      where written[index] == nil && !others.remove(exchange.request) {
        archive.append(exchange)
      }
      if let old { archive.keepTimes(of: old) }
      return archive.json
    }
    written = Dictionary(uniqueKeysWithValues: zip(indices, exchanges.map(\.request)))
    version = file.version
    return nil
  }

  private func redact(
    _ archive: inout HTTPArchive, _ exchanges: inout [RecordedExchange], _ secrets: SecretValues
  ) {
    var byName = RedactionByName(names)
    archive.redact(&byName)
    for index in exchanges.indices { exchanges[index].redact(&byName) }
    var byValue = RedactionByValue(values: secrets.adding(byName.found))
    archive.redact(&byValue)
    for index in exchanges.indices { exchanges[index].redact(&byValue) }
  }

  /// Returns the reason why the exchanges must not be written, if there is one.
  private func reasonNotToWrite(
    _ exchanges: [RecordedExchange], _ secrets: SecretValues
  ) -> RecordingFailure.Reason? {
    // In the usual case, skip the redaction, which takes time: without a scope, this runs after each request.
    if old == nil, exchanges.contains(where: { $0.failure == nil }) { return nil }
    var (nothing, exchanges) = (HTTPArchive(), exchanges)
    redact(&nothing, &exchanges, secrets)
    let succeeded = (old?.exchanges ?? []).filter { $0.failure == nil }
    let requests = RequestCounts(succeeded.map(\.request), matching: options.matching)
    let calls = exchanges.map {
      RunToRecord.Call(
        isSuccess: $0.failure == nil, unreached: $0.unreached,
        isChange: requests.count(of: $0.request) > 0)
    }
    return RunToRecord.reasonNotToWrite(calls, replacesFile: old != nil)
  }
}

/// The numbers of equal requests.
private struct RequestCounts {
  private let parts: [RequestPart]
  private var counts: [[String]: Int] = [:]

  init(_ requests: [FakeRequest], matching parts: Set<RequestPart>) {
    self.parts = Array(parts)
    for request in requests { counts[self.parts.key(of: request), default: 0] += 1 }
  }

  func count(of request: FakeRequest) -> Int { counts[parts.key(of: request)] ?? 0 }

  /// Removes a request, and returns a Boolean value that indicates whether it was there.
  @discardableResult
  mutating func remove(_ request: FakeRequest) -> Bool {
    let key = parts.key(of: request)
    guard let count = counts[key], count > 0 else { return false }
    counts[key] = count - 1
    return true
  }
}
