import Faked
import FakedReplay

/// An HTTP archive, version 1.2, the format that browsers and proxies export and a transport records.
package struct HTTPArchive: Sendable {
  private var log: [JSON.Member]
  private var rest: [JSON.Member]
  package private(set) var entries: [JSON]
  package private(set) var exchanges: [RecordedExchange]
  /// The entries that can't be read, with the reasons. They stay in the file, and are never replayed.
  package private(set) var flaws: [String] = []

  /// Creates an archive without requests.
  package init() {
    log = [
      .init("version", .string("1.2")),
      .init("creator", .object([.init("name", .string("Faked")), .init("version", .string("1"))])),
    ]
    rest = []
    entries = []
    exchanges = []
  }

  /// Reads a file. Returns `nil` if there is none.
  ///
  /// - Throws: `FakedError.invalidParameter` with the file and the position of the problem.
  package init?(_ file: RecordingFile) throws(FakedError) {
    guard let root = try file.read() else { return nil }
    try self.init(root, of: file)
  }

  init(_ root: JSON, of file: RecordingFile) throws(FakedError) {
    guard let log = root["log"]?.members else {
      throw file.bad("is not an HTTP archive: it has no `log`")
    }
    let version = root["log"]?["version"]?.string ?? "1.2"
    guard version.hasPrefix("1.") else {
      throw file.bad("has version \(version), and this library reads HAR 1.2")
    }
    guard let entries = root["log"]?["entries"]?.elements else {
      throw file.bad("has no list `log.entries`")
    }
    self.log = log.filter { $0.key != "entries" }
    rest = (root.members ?? []).filter { $0.key != "log" }
    self.entries = entries
    exchanges = []
    for (index, entry) in entries.enumerated() {
      do throws(EntryFlaw) {
        exchanges.append(try RecordedExchange(entry, at: index))
      } catch {
        flaws.append("log.entries[\(index)]: \(error.text)")
      }
    }
  }

  package var json: JSON {
    .object([.init("log", .object(log + [.init("entries", .array(entries))]))] + rest)
  }

  mutating func append(_ exchange: RecordedExchange) {
    exchanges.append(exchange)
    entries.append(exchange.entry)
  }

  /// Redacts the whole archive, which any program may have written.
  mutating func redact(_ pass: inout some RedactionPass) {
    func redacted(_ members: [JSON.Member]) -> [JSON.Member] {
      JSON.object(members).redacted(&pass).members ?? members
    }
    (log, rest) = (redacted(log), redacted(rest))
    entries = entries.map { $0.redacted(&pass) }
  }

  /// Restores the entries in which only times differ, so that the file does not change.
  package mutating func keepTimes(of old: HTTPArchive) {
    for index in entries.indices where index < old.entries.count {
      if entries[index].withoutTimes == old.entries[index].withoutTimes {
        entries[index] = old.entries[index]
      }
    }
  }
}

extension JSON {
  /// The entry without the members that differ in every recording.
  fileprivate var withoutTimes: JSON {
    .object(
      (members ?? []).compactMap { member in
        switch member.key {
        case "startedDateTime", "time", "timings": nil
        case "response": .init(member.key, member.value.withoutDate)
        default: member
        }
      })
  }

  private var withoutDate: JSON {
    .object(
      (members ?? []).map { member in
        guard member.key == "headers", let headers = member.value.elements else { return member }
        return .init(
          "headers", .array(headers.filter { $0["name"]?.string?.lowercased() != "date" }))
      })
  }
}
