import Foundation

/// The result for one protocol, one file, or a target.
package struct ReportEntry: Equatable, Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case written, updated, merged, unchanged, kept
    case byHand = "by hand"
    case excepted, outdated, missing, stale, deleted, refused

    var isFine: Bool {
      switch self {
      case .written, .updated, .merged, .unchanged, .kept, .byHand, .excepted, .deleted: true
      case .outdated, .missing, .stale, .refused: false
      }
    }
  }

  package let status: Status
  package let text: String
  /// Notes and advice below the entry.
  package let details: [String]
  /// A difference or code. It is printed without indentation, so that it can be copied.
  package let block: String?
  /// A Boolean value that indicates whether the entry requires no action.
  package let isFine: Bool
  package let protocols: Int

  package init(
    _ status: Status, _ text: String, details: [String] = [], block: String? = nil,
    isFine: Bool? = nil, protocols: Int = 1
  ) {
    self.status = status
    self.text = text
    self.details = details
    self.block = block
    self.isFine = isFine ?? status.isFine
    self.protocols = protocols
  }
}

/// The output of the command.
package struct Report: Equatable, Sendable {
  package let mode: Mode
  package let entries: [ReportEntry]
  package let hints: [String]

  package init(mode: Mode, entries: [ReportEntry], hints: [String] = []) {
    self.mode = mode
    self.entries = entries
    self.hints = hints
  }

  package var status: RunStatus { entries.allSatisfy(\.isFine) ? .fine : .incomplete }

  /// A line for each change and problem, and a summary.
  package var text: String {
    var lines: [String] = []
    for entry in entries where ![.unchanged, .excepted, .refused].contains(entry.status) {
      lines.append(line(of: entry))
      lines += indented(entry.details)
      lines += block(of: entry)
    }
    lines += refusals
    for hint in hints { lines.append(pad("hint") + hint) }
    lines.append(summary)
    lines += advice
    return lines.joined(separator: "\n") + "\n"
  }

  /// The refusals, grouped by their advice.
  private var refusals: [String] {
    var groups: [(details: [String], entries: [ReportEntry])] = []
    var indices: [[String]: Int] = [:]
    for entry in entries where entry.status == .refused {
      if entry.block == nil, let index = indices[entry.details] {
        groups[index].entries.append(entry)
      } else {
        indices[entry.details] = groups.count
        groups.append((entry.details, [entry]))
      }
    }
    var lines: [String] = []
    for group in groups {
      for entry in group.entries { lines.append(line(of: entry)) }
      lines += indented(group.details)
      for entry in group.entries { lines += block(of: entry) }
    }
    return lines
  }

  private func line(of entry: ReportEntry) -> String { pad(entry.status.rawValue) + entry.text }

  private func indented(_ details: [String]) -> [String] { details.map { pad("") + $0 } }

  private func block(of entry: ReportEntry) -> [String] {
    guard let block = entry.block else { return [] }
    return [block.trimmingCharacters(in: .newlines)]
  }

  private var summary: String {
    let counts = ReportEntry.Status.allCases.compactMap { status -> String? in
      let matches = entries.lazy.filter { $0.status == status }
      // A file without a protocol counts as a file, not as a protocol.
      let isFile = status == .stale || status == .deleted
      let count = isFile ? matches.count : matches.map(\.protocols).reduce(0, +)
      return count == 0 ? nil : "\(count) \(status.rawValue)"
    }
    let total = entries.map(\.protocols).reduce(0, +)
    let head = "\(total) \(total == 1 ? "protocol" : "protocols")"
    return (counts.isEmpty ? head : "\(head): \(counts.joined(separator: ", "))") + "."
  }

  private var advice: [String] {
    var advice: [String] = []
    if entries.contains(where: { $0.status == .outdated || $0.status == .missing }) {
      advice.append("Run generate-fakes to update the fakes.")
    }
    let exceptions = entries.filter { $0.status == .refused && $0.protocols > 0 }
      .map { "--except " + $0.text.prefix { $0 != ":" && $0 != " " } }
    if !exceptions.isEmpty {
      advice.append(
        "Write refused fakes by hand, or leave them out: "
          + exceptions.joined(separator: " ") + ".")
    }
    return advice
  }

  private func pad(_ label: String) -> String {
    label + String(repeating: " ", count: max(1, 11 - label.count))
  }
}
