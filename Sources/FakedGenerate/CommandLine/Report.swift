import Foundation

/// The result for one protocol, one file, or a target.
package struct ReportEntry: Equatable, Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case written, updated, merged, unchanged, kept
    case byHand = "by hand"
    case excepted, outdated, missing, refused
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
    (self.status, self.text, self.details) = (status, text, details)
    (self.block, self.protocols) = (block, protocols)
    self.isFine = isFine ?? ![.outdated, .missing, .refused].contains(status)
  }
}

/// The output of the command.
package struct Report: Equatable, Sendable {
  package let entries: [ReportEntry]

  package init(entries: [ReportEntry]) { self.entries = entries }

  package var status: RunStatus { entries.allSatisfy(\.isFine) ? .fine : .incomplete }

  /// A line for each change and problem, and a summary.
  package var text: String {
    let changes = entries.filter { ![.unchanged, .excepted, .refused].contains($0.status) }
    let lines = (changes.map { [$0] } + refusals).flatMap(lines) + [summary] + advice
    return lines.joined(separator: "\n") + "\n"
  }

  /// The refusals, grouped by their advice.
  private var refusals: [[ReportEntry]] {
    var groups: [[ReportEntry]] = []
    for entry in entries where entry.status == .refused {
      let same = groups.firstIndex { $0[0].details == entry.details }
      if let same { groups[same].append(entry) } else { groups.append([entry]) }
    }
    return groups
  }

  /// Returns the lines of entries with the same details.
  private func lines(of group: [ReportEntry]) -> [String] {
    func line(_ label: String, _ text: String) -> String {
      label.padding(toLength: 11, withPad: " ", startingAt: 0) + text
    }
    return group.map { line($0.status.rawValue, $0.text) } + group[0].details.map { line("", $0) }
      + group.compactMap { $0.block?.trimmingCharacters(in: .newlines) }
  }

  private var summary: String {
    let counts = ReportEntry.Status.allCases.compactMap { status -> String? in
      let count = entries.filter { $0.status == status }.map(\.protocols).reduce(0, +)
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
      .map { " --except " + $0.text.prefix { $0 != ":" && $0 != " " } }
    if !exceptions.isEmpty {
      advice.append("Write refused fakes by hand, or leave them out:\(exceptions.joined()).")
    }
    return advice
  }
}
