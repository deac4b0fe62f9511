import Foundation

/// What became of one protocol, or of a target as a whole.
package struct Entry: Equatable, Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case written, updated, unchanged, kept, outdated, missing, refused

    var isFine: Bool {
      switch self {
      case .written, .updated, .unchanged, .kept: true
      case .outdated, .missing, .refused: false
      }
    }
  }

  package let status: Status
  package let text: String
  /// What belongs below it, as a note or a proposal.
  package let details: [String]
  /// A difference or code, which stays as it is, so that it can be copied.
  package let block: String?
  /// Whether nobody has to do anything about it.
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

/// What the command says at its end.
package struct Report: Equatable, Sendable {
  package let mode: Mode
  package let entries: [Entry]
  package let hints: [String]

  package init(mode: Mode, entries: [Entry], hints: [String] = []) {
    self.mode = mode
    self.entries = entries
    self.hints = hints
  }

  package var status: RunStatus { entries.allSatisfy(\.isFine) ? .fine : .incomplete }

  /// A line for everything that is not as it was, and a summary.
  package var text: String {
    var lines = entries.filter { $0.status != .unchanged }.flatMap { entry in
      ["\(pad(label(of: entry.status)))\(entry.text)"] + entry.details.map { pad("") + $0 }
        + [entry.block?.trimmingCharacters(in: .newlines)].compactMap { $0 }
    }
    lines += hints.map { "\(pad("hint"))\($0)" }
    return (lines + [summary] + advice).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let counts = Entry.Status.allCases.compactMap { status -> String? in
      let count = entries.lazy.filter { $0.status == status }.map(\.protocols).reduce(0, +)
      return count == 0 ? nil : "\(count) \(label(of: status))"
    }
    let total = entries.map(\.protocols).reduce(0, +)
    let head = "\(total) \(total == 1 ? "protocol" : "protocols")"
    return (counts.isEmpty ? head : "\(head): \(counts.joined(separator: ", "))") + "."
  }

  private var advice: [String] {
    let needsWriting = entries.contains { $0.status == .outdated || $0.status == .missing }
    return needsWriting ? ["Run the command without --check to bring the fakes up to date."] : []
  }

  private func label(of status: Entry.Status) -> String {
    switch (mode, status) {
    case (.dryRun, .written): "to write"
    case (.dryRun, .updated): "to update"
    default: status.rawValue
    }
  }

  private func pad(_ label: String) -> String {
    label + String(repeating: " ", count: max(1, 11 - label.count))
  }
}
