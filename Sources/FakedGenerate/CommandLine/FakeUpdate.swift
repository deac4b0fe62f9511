import Foundation

/// A type, the folder for its fake, and the fake.
package struct PlannedFake: Sendable {
  package enum Content: Sendable {
    case written(GeneratedFake)
    case refused(Refusal)
    case byHand(HandWrittenFakes.Fake)
  }

  let type: FakeableType
  let content: Content
  /// Another file of the test target with the same name.
  let namesake: URL?
  /// The file of the fake, even if the fake has to be written by hand.
  let url: URL

  package init(type: FakeableType, folder: URL, content: Content, namesake: URL? = nil) {
    (self.type, self.content, self.namesake) = (type, content, namesake)
    url = folder.appending(path: type.fakeName + ".swift")
  }
}

/// Compares fakes with their files, and writes the files that may be written.
package struct FakeUpdate: Sendable {
  /// A Boolean value that indicates whether nothing is written.
  private let isCheck: Bool
  /// A Boolean value that indicates whether to overwrite files that a person changed or wrote.
  private let overwrites: Bool
  /// A Boolean value that indicates whether the writable part of a refused fake is shown.
  private let showsPartials: Bool
  private let folders: OutputFolder
  /// Returns a Boolean value that indicates whether a type no longer exists. The file of its fake may get another.
  private let isGone: @Sendable (String) -> Bool

  package init(
    isCheck: Bool = false, overwrites: Bool = false, showsPartials: Bool = false,
    folders: OutputFolder,
    isGone: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.isCheck = isCheck
    self.overwrites = overwrites
    self.showsPartials = showsPartials
    self.folders = folders
    self.isGone = isGone
  }

  /// Updates the file of each fake. A failure for one fake does not stop the others.
  package func run(_ fakes: [PlannedFake]) -> [ReportEntry] {
    // Many file systems ignore case.
    let sharers = Dictionary(grouping: fakes) { $0.url.path.lowercased() }
    return parallelMap(fakes) { planned in
      do {
        switch planned.content {
        case .refused(let refusal): return try entry(for: refusal, of: planned)
        case .byHand(let fake):
          return ReportEntry(
            .byHand,
            "\(planned.type.qualifiedName): \(fake.name) in \(folders.shown(fake.file)).")
        case .written(let fake):
          let others = sharers[planned.url.path.lowercased(), default: []].filter {
            if case .written = $0.content { $0.type != planned.type } else { false }
          }
          if !others.isEmpty { return clash(of: planned, with: others) }
          return try entry(for: fake, of: planned)
        }
      } catch {
        return ReportEntry(.refused, "\(folders.shown(planned.url)): \(Self.reason(of: error))")
      }
    }
  }

  private static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (cause ?? error).localizedDescription
  }

  // MARK: Refusals

  private func entry(for refusal: Refusal, of planned: PlannedFake) throws -> ReportEntry {
    func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
    let (name, path) = (planned.type.qualifiedName, folders.shown(planned.url))
    if let file = try FakeFile(at: planned.url), !file.isUntouched {
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

  private func clash(of planned: PlannedFake, with others: [PlannedFake]) -> ReportEntry {
    let names = list(others.map(\.type.qualifiedName), "and")
    return clash(
      of: planned, "the fake of \(names) has the same file, \(folders.shown(planned.url))")
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

  // MARK: Files

  private func entry(for fake: GeneratedFake, of planned: PlannedFake) throws -> ReportEntry {
    let (path, name) = (folders.shown(planned.url), planned.type.qualifiedName)
    // The compiler rejects two files with the same name in a module, even in different folders.
    if let file = planned.namesake {
      let folder = folders.shown(planned.url.deletingLastPathComponent())
      return ReportEntry(
        .refused,
        "\(name): \(folders.shown(file)) exists, and a target cannot have two files with the same name.",
        details: ["Move that file to \(folder), rename it, or delete it."])
    }
    let marker = Marker(of: fake.text, for: name)
    let wanted = marker.line + "\n" + fake.text
    let notes = fake.notes.map { "Note: \($0)" }
    guard let found = try FakeFile(at: planned.url) else {
      if !isCheck { try FakeFile.write(wanted, to: planned.url) }
      return ReportEntry(isCheck ? .missing : .written, path, details: isCheck ? [] : notes)
    }
    let old = found.marker
    let isSame = old?.checksum == marker.checksum
    if found.isUntouched, isSame, old?.subject == name { return ReportEntry(.unchanged, path) }
    func difference() -> String {
      Git.difference(
        from: found.text, to: wanted, labels: (path, path + " (as it would be written)"))
    }
    if !overwrites {
      if let other = old?.subject, other != name, !isGone(other) {
        return clash(
          of: planned, "\(path) is the fake of \(other), which would be lost",
          "If \(other) no longer exists, delete the file.")
      }
      if found.hasConflicts {
        return ReportEntry(
          .kept,
          "\(path): has unresolved conflicts. Edit the lines between <<<<<<< and >>>>>>>.",
          isFine: false)
      }
      if !found.isUntouched, isSame {
        return ReportEntry(
          .kept, "\(path): changed by hand. Its protocol is the same.",
          block: isCheck ? nil : difference())
      }
      if old == nil {
        return ReportEntry(
          .kept,
          "\(path): not written by this command. Rename the file, or use --force to overwrite it.",
          block: difference(), isFine: false)
      }
      if !found.isUntouched {
        return try merge(found, marker, fake.text, at: planned.url, notes)
          ?? ReportEntry(
            .kept,
            "\(path): changed by hand, and \(name) changed, too. Add the changes below and put "
              + "[\(marker.checksum)] into the first line, or use --force to lose your changes.",
            block: difference(), isFine: false)
      }
    }
    if isCheck { return ReportEntry(.outdated, path, details: notes, block: difference()) }
    try FakeFile.write(wanted, to: planned.url)
    return ReportEntry(.updated, path, details: notes)
  }

  /// Merges the changes of a person with those of a protocol. `nil` if the history has no base, or if there is no Git.
  private func merge(
    _ found: FakeFile, _ marker: Marker, _ text: String, at url: URL, _ notes: [String]
  ) throws -> ReportEntry? {
    let path = folders.shown(url)
    guard let base = Git.base(of: url, checksum: found.marker?.checksum),
      let (merged, conflicts) = Git.merge(String(found.body), base: base, with: text)
    else { return nil }
    if isCheck {
      return ReportEntry(
        .outdated, "\(path): changed by hand, and its protocol changed, too.", details: notes)
    }
    try FakeFile.write(marker.line + "\n" + merged, to: url)
    if conflicts == 0 {
      return ReportEntry(.merged, "\(path): your changes are kept.", details: notes)
    }
    let count = conflicts == 1 ? "1 conflict" : "\(conflicts) conflicts"
    return ReportEntry(
      .merged, "\(path): \(count). Edit the lines between <<<<<<< and >>>>>>>.",
      details: notes, isFine: false)
  }

  /// Returns an entry for each generated fake whose protocol no longer exists. If `prunes` is `true`, deletes the
  /// unchanged ones.
  func staleFiles(in folders: Set<URL>, besides expected: Set<String>, prunes: Bool)
    -> [ReportEntry]
  {
    folders.sorted { $0.path < $1.path }.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().compactMap { name -> ReportEntry? in
        let url = folder.appending(path: name)
        guard name.hasSuffix(".swift"), !expected.contains(url.path.lowercased()),
          let file = try? FakeFile(at: url), let subject = file.marker?.subject, isGone(subject)
        else { return nil }
        let text = "\(self.folders.shown(url)): \(subject) no longer exists"
        if !file.isUntouched {
          return ReportEntry(
            .stale, "\(text), and the file was changed by hand. Delete it yourself.", protocols: 0)
        }
        if prunes, (try? FileManager.default.removeItem(at: url)) != nil {
          return ReportEntry(.deleted, "\(text).", protocols: 0)
        }
        return ReportEntry(.stale, "\(text). Delete it, or use --prune.", protocols: 0)
      }
    }
  }
}
