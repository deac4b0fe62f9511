import Foundation

/// Compares fakes with their files, and writes the files that may be written.
package struct FakeFileUpdate: Sendable {
  package let mode: Mode
  /// A Boolean value that indicates whether to overwrite files that a person changed or wrote.
  package let overwrites: Bool
  /// A Boolean value that indicates whether the writable part of a refused fake is shown.
  package let showsPartials: Bool
  package let folders: OutputFolder
  /// Returns a Boolean value that indicates whether a type no longer exists. The file of its fake may get another.
  package let isGone: @Sendable (String) -> Bool

  package init(
    mode: Mode, overwrites: Bool = false, showsPartials: Bool = false, folders: OutputFolder,
    isGone: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.mode = mode
    self.overwrites = overwrites
    self.showsPartials = showsPartials
    self.folders = folders
    self.isGone = isGone
  }

  /// Updates the file of each fake. A failure for one fake does not stop the others.
  package func run(_ fakes: [PlannedFake]) -> [ReportEntry] {
    // Many file systems ignore case.
    let sharers = Dictionary(grouping: fakes.filter(\.isWritten)) { $0.url.path.lowercased() }
    return parallelMap(fakes) { planned in
      switch planned.content {
      case .refused(let refusal):
        return entry(for: refusal, of: planned)
      case .byHand(let fake):
        return ReportEntry(
          .byHand,
          "\(planned.type.qualifiedName): \(fake.name) in \(folders.shown(fake.file)).")
      case .written(let fake):
        let others = sharers[planned.url.path.lowercased(), default: []].filter {
          $0.type != planned.type
        }
        if !others.isEmpty { return clash(of: planned, others) }
        return planned.namesake.map { clash(of: planned, withNamesake: $0) }
          ?? entry(for: fake, of: planned)
      }
    }
  }

  private func entry(for refusal: Refusal, of planned: PlannedFake) -> ReportEntry {
    let (name, path) = (planned.type.qualifiedName, folders.shown(planned.url))
    if FakeFile.isWrittenByHand(at: planned.url) {
      return ReportEntry(
        .kept,
        "\(path): written by hand, because it cannot be generated: \(sentence(refusal.reason))")
    }
    var details: [String]
    switch refusal.instead {
    case .write(let code): details = ["Write by hand in \(path): \(sentence(code))"]
    case .change(let advice): details = [sentence(advice)]
    }
    if refusal.partial != nil {
      details.append(
        showsPartials
          ? "The rest of the fake:" : "Use --protocol \(name) to see the rest of the fake.")
    }
    return ReportEntry(
      .refused, "\(name): \(sentence(refusal.reason))", details: details,
      block: showsPartials ? refusal.partial : nil)
  }

  private func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  private func clash(of planned: PlannedFake, _ others: [PlannedFake]) -> ReportEntry {
    clash(
      of: planned,
      "the fake of \(list(others.map(\.type.qualifiedName), "and")) has the same file, "
        + folders.shown(planned.url))
  }

  private func clash(of planned: PlannedFake, withFileOf other: String) -> ReportEntry {
    clash(
      of: planned, "\(folders.shown(planned.url)) is the fake of \(other), which would be lost",
      "If \(other) no longer exists, delete the file.")
  }

  /// The compiler rejects two files with the same name in a module, even in different folders.
  private func clash(of planned: PlannedFake, withNamesake file: URL) -> ReportEntry {
    ReportEntry(
      .refused,
      "\(planned.type.qualifiedName): \(folders.shown(file)) exists, and a target cannot have two "
        + "files with the same name.",
      details: ["Move that file to \(folders.shown(planned.folder)), rename it, or delete it."])
  }

  private func clash(
    of planned: PlannedFake, _ reason: String, _ advice: String...
  ) -> ReportEntry {
    let name = planned.type.qualifiedName
    let choice = planned.type.kind == .protocol ? "--protocol \(name) " : ""
    return ReportEntry(
      .refused, "\(name): \(reason).",
      details: ["Write it for another test target: \(choice)--output FOLDER."] + advice)
  }

  private func entry(for fake: GeneratedFake, of planned: PlannedFake) -> ReportEntry {
    let path = folders.shown(planned.url)
    do {
      let file = FakeFile(
        url: planned.url, text: fake.text, for: planned.type.qualifiedName,
        found: try planned.existing ?? FakeFile.text(at: planned.url))
      if !overwrites, let other = file.otherSubject, !isGone(other) {
        return clash(of: planned, withFileOf: other)
      }
      if file.hasConflicts, !overwrites {
        return ReportEntry(
          .kept,
          "\(path): has unresolved conflicts. Edit the lines between <<<<<<< and >>>>>>>.",
          isFine: false)
      }
      if file.state == .changedAndOutdated, !overwrites, let merge = FakeMerge(of: file) {
        return try entry(for: merge, of: file, path, fake.notes)
      }
      let status = status(of: file)
      if mode == .write, status == .written || status == .updated { try file.write() }
      let showsNotes = status == .written || status == .updated || status == .outdated
      return ReportEntry(
        status, path + explanation(of: file, status, planned.type),
        details: showsNotes ? fake.notes.map { "Note: \($0)" } : [],
        block: showsDifference(of: file, status) ? file.difference(path: path) : nil,
        isFine: status == .kept ? file.state == .changed : status.isFine)
    } catch {
      return ReportEntry(.refused, "\(path): \(Self.reason(of: error))")
    }
  }

  private func entry(
    for merge: FakeMerge, of file: FakeFile, _ path: String, _ notes: [String]
  ) throws -> ReportEntry {
    let details = notes.map { "Note: \($0)" }
    if mode == .check {
      return ReportEntry(
        .outdated, "\(path): changed by hand, and its protocol changed, too.", details: details)
    }
    if mode == .write { try file.write(merge.text) }
    guard merge.conflicts > 0 else {
      return ReportEntry(.merged, "\(path): your changes are kept.", details: details)
    }
    let conflicts = merge.conflicts == 1 ? "1 conflict" : "\(merge.conflicts) conflicts"
    return ReportEntry(
      .merged, "\(path): \(conflicts). Edit the lines between <<<<<<< and >>>>>>>.",
      details: details, isFine: false)
  }

  private func status(of file: FakeFile) -> ReportEntry.Status {
    switch file.state {
    case .current: .unchanged
    case .absent: mode == .check ? .missing : .written
    case .outdated: mode == .check ? .outdated : .updated
    case .changed, .changedAndOutdated, .foreign: overwrites ? .updated : .kept
    }
  }

  private func explanation(
    of file: FakeFile, _ status: ReportEntry.Status, _ type: FakeableType
  ) -> String {
    guard status == .kept else { return "" }
    switch file.state {
    case .changed: return ": changed by hand. Its protocol is the same."
    case .changedAndOutdated:
      return ": changed by hand, and \(type.qualifiedName) changed, too. Add the changes below and "
        + "put [\(file.marker.checksum)] into the first line, or use --force to lose your changes."
    default:
      return ": not written by this command. Rename the file, or use --force to overwrite it."
    }
  }

  private func showsDifference(of file: FakeFile, _ status: ReportEntry.Status) -> Bool {
    status == .outdated || (status == .kept && (mode != .check || file.state != .changed))
  }

  // MARK: Stale files

  /// Returns an entry for each generated fake whose protocol no longer exists. If `prunes` is `true`, deletes the
  /// unchanged ones.
  func staleFiles(in folders: [URL], expected: Set<String>, prunes: Bool) -> [ReportEntry] {
    var seen: Set<String> = []
    return folders.filter { seen.insert($0.path).inserted }.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().compactMap { name -> ReportEntry? in
        let file = folder.appending(path: name)
        guard name.hasSuffix(".swift"), !expected.contains(file.path.lowercased()),
          let text = try? String(contentsOf: file, encoding: .utf8),
          let marker = FakeFile.marker(of: text), isGone(marker.subject)
        else { return nil }
        return staleEntry(for: file, text, marker, prunes)
      }
    }
  }

  /// Returns the condition of `#if` around a fake, whose protocol may exist on other platforms. Skips the imports,
  /// which may have conditions of their own.
  private static func condition(around text: String) -> Substring? {
    guard text.hasSuffix("#endif\n") else { return nil }
    return text.split(separator: "\n").last { $0.hasPrefix("#if ") }?.dropFirst("#if ".count)
  }

  private func staleEntry(
    for file: URL, _ text: String, _ marker: Marker, _ prunes: Bool
  ) -> ReportEntry {
    let path = folders.shown(file)
    let subject = marker.subject
    if let condition = Self.condition(around: text) {
      return ReportEntry(
        .kept,
        "\(path): \(subject) is not part of this build. Kept, because it may exist where `#if \(condition)` is true.",
        protocols: 0)
    }
    let reason = "\(subject) no longer exists"
    guard FakeFile.isUntouched(text) else {
      return ReportEntry(
        .stale, "\(path): \(reason), and the file was changed by hand. Delete it yourself.",
        protocols: 0)
    }
    guard prunes else {
      return ReportEntry(.stale, "\(path): \(reason). Delete it, or use --prune.", protocols: 0)
    }
    if mode == .write {
      do { try FileManager.default.removeItem(at: file) } catch {
        return ReportEntry(
          .stale, "\(path): \(Self.reason(of: error))", protocols: 0)
      }
    }
    return ReportEntry(.deleted, "\(path): \(reason).", protocols: 0)
  }

  private static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (cause ?? error).localizedDescription
  }
}

/// A type, the folder for its fake, and the fake.
package struct PlannedFake: Sendable {
  package enum Content: Sendable {
    case written(GeneratedFake)
    case refused(Refusal)
    case byHand(HandWrittenFakes.Fake)
  }

  package let type: FakeableType
  package let folder: URL
  package let content: Content
  /// The text of the file, if it was read already.
  let existing: String?
  /// Another file of the test target with the same name.
  let namesake: URL?
  /// The file of the fake, even if the fake has to be written by hand.
  package let url: URL

  package init(
    type: FakeableType, folder: URL, content: Content, existing: String? = nil, namesake: URL? = nil
  ) {
    self.existing = existing
    self.namesake = namesake
    self.type = type
    self.folder = folder
    self.content = content
    let name = if case .written(let fake) = content { fake.fakeName } else { type.fakeName }
    url = folder.appending(path: name + ".swift")
  }

  package var isWritten: Bool {
    if case .written = content { true } else { false }
  }
}
