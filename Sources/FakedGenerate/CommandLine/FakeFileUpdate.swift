import Foundation

/// Compares fakes with the files there are, and writes those it may write.
package struct FakeFileUpdate: Sendable {
  package let mode: Mode
  /// Whether files go that were changed by hand or are not of this command.
  package let overwrites: Bool
  /// Whether what can be written of a refused fake is shown.
  package let showsPartials: Bool
  package let folders: OutputFolder

  package init(
    mode: Mode, overwrites: Bool = false, showsPartials: Bool = false, folders: OutputFolder
  ) {
    self.mode = mode
    self.overwrites = overwrites
    self.showsPartials = showsPartials
    self.folders = folders
  }

  /// Brings each fake to its file; what stops one does not stop the others.
  package func run(_ jobs: [PlannedFake]) -> [ReportEntry] {
    // File systems that ignore case are common.
    let sharers = Dictionary(grouping: jobs.filter(\.isWritten)) { $0.url.path.lowercased() }
    return parallelMap(jobs) { job in
      switch job.outcome {
      case .refused(let refusal):
        return entry(for: refusal, of: job)
      case .byHand(let fake):
        return ReportEntry(
          .byHand,
          "\(job.protocol.qualifiedName): \(fake.name) in \(folders.shown(fake.file)).")
      case .written(let fake):
        let others = sharers[job.url.path.lowercased(), default: []].filter {
          $0.protocol != job.protocol
        }
        return others.isEmpty ? entry(for: fake, of: job) : clash(of: job, others)
      }
    }
  }

  private func entry(for refusal: Refusal, of job: PlannedFake) -> ReportEntry {
    let (name, path) = (job.protocol.qualifiedName, folders.shown(job.url))
    if FakeFile.isWrittenByHand(at: job.url) {
      return ReportEntry(
        .kept, "\(path): by hand, as it cannot be written: \(sentence(refusal.reason))")
    }
    var details = ["Write by hand, into \(path): \(sentence(refusal.instead))"]
    if refusal.partial != nil {
      details.append(showsPartials ? "The rest of it:" : "--protocol \(name) shows the rest of it.")
    }
    return ReportEntry(
      .refused, "\(name): \(sentence(refusal.reason))", details: details,
      block: showsPartials ? refusal.partial : nil)
  }

  private func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  private func clash(of job: PlannedFake, _ others: [PlannedFake]) -> ReportEntry {
    let names = list(others.map(\.protocol.qualifiedName), "and")
    return ReportEntry(
      .refused,
      "\(job.protocol.qualifiedName): \(names) would be in \(folders.shown(job.url)) too.",
      details: [
        "Give it a folder of another test target: "
          + "--protocol \(job.protocol.qualifiedName) --output …"
      ])
  }

  private func entry(for fake: GeneratedFake, of job: PlannedFake) -> ReportEntry {
    let path = folders.shown(job.url)
    do {
      let file = FakeFile(
        url: job.url, text: fake.text, for: job.protocol.qualifiedName,
        found: try job.existing ?? FakeFile.text(at: job.url))
      let status = status(of: file)
      if mode == .write, status == .written || status == .updated { try file.write() }
      return ReportEntry(
        status, path + explanation(of: file, status, job.protocol),
        details: status == .written || status == .updated ? fake.notes.map { "Note: \($0)" } : [],
        block: showsDifference(of: file, status) ? file.difference(path: path) : nil,
        isFine: isFine(file, status))
    } catch {
      return ReportEntry(.refused, "\(path): \(Self.reason(of: error))")
    }
  }

  private func status(of file: FakeFile) -> ReportEntry.Status {
    switch file.state {
    case .current: .unchanged
    case .absent: mode == .check ? .missing : .written
    case .outdated: mode == .check ? .outdated : .updated
    case .changed, .changedAndOutdated, .foreign: overwrites ? .updated : .kept
    }
  }

  private func isFine(_ file: FakeFile, _ status: ReportEntry.Status) -> Bool {
    status == .kept ? file.state == .changed : status.isFine
  }

  private func explanation(
    of file: FakeFile, _ status: ReportEntry.Status, _ name: FakeableType
  ) -> String {
    guard status == .kept else { return "" }
    switch file.state {
    case .changed: return ": changed by hand; what would be written is as it was."
    case .changedAndOutdated:
      return ": changed by hand, and \(name.qualifiedName) has changed since. Bring over what is "
        + "missing and put [\(file.marker.checksum)] into its first line, or use --force."
    default: return ": not written by this command. Rename it, or use --force to overwrite it."
    }
  }

  private func showsDifference(of file: FakeFile, _ status: ReportEntry.Status) -> Bool {
    switch status {
    case .outdated: true
    // A check of a file that is fine as it is has nothing to show.
    case .kept: mode != .check || file.state != .changed
    case .written, .updated, .unchanged, .byHand, .excepted, .missing, .stale, .deleted, .refused:
      false
    }
  }

  static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (cause ?? error).localizedDescription
  }
}
