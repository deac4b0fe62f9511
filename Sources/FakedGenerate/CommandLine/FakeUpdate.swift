import Foundation

/// A type, its fake, and the file of the fake, even if the fake has to be written by hand.
struct PlannedFake: Sendable {
  let type: Declaration
  let url: URL
  let content: FakeOutcome
}

// Compares fakes with their files, and writes the files that may be written.
extension GenerateCommand {
  private var isCheck: Bool { options.has(.check) }

  private func path(of url: URL) -> String {
    let (path, prefix) = (url.standardizedFileURL.path, base.standardizedFileURL.path + "/")
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Updates the file of each fake. A failure for one fake does not stop the others.
  func update(_ fakes: [PlannedFake]) -> [ReportEntry] {
    // Many file systems ignore case.
    let sharers = Dictionary(grouping: fakes) { $0.url.path.lowercased() }
    return parallelMap(fakes) { planned in
      do {
        switch planned.content {
        case .refused(let refusal): return try entry(for: refusal, of: planned)
        case .byHand(let fake):
          let (name, file) = (fake.path.last ?? "", path(of: fake.file.url))
          return ReportEntry(.byHand, "\(planned.type.qualifiedName): \(name) in \(file).")
        case .written(let fake):
          let others = sharers[planned.url.path.lowercased(), default: []].filter {
            if case .written = $0.content { $0.type != planned.type } else { false }
          }
          if !others.isEmpty {
            let names = list(others.map(\.type.qualifiedName), "and")
            let path = path(of: planned.url)
            return clash(of: planned, "the fake of \(names) has the same file, \(path)")
          }
          return try entry(for: fake, of: planned)
        }
      } catch {
        return ReportEntry(.refused, "\(path(of: planned.url)): \(Self.reason(of: error))")
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
    let (name, path) = (planned.type.qualifiedName, path(of: planned.url))
    if let file = try FakeFile(at: planned.url), !file.isUntouched {
      return ReportEntry(
        .kept,
        "\(path): written by hand, because it cannot be generated: \(sentence(refusal.reason))")
    }
    let advice =
      switch refusal.instead {
      case .write(let code): "Write by hand in \(path): \(sentence(code))"
      case .change(let advice): sentence(advice)
      }
    return ReportEntry(.refused, "\(name): \(sentence(refusal.reason))", details: [advice])
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
    let (path, name) = (path(of: planned.url), planned.type.qualifiedName)
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
    if !options.has(.force) {
      if let other = old?.subject, other != name {
        return clash(
          of: planned, "\(path) is the fake of \(other), which would be lost",
          "If \(other) no longer exists, delete the file.")
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
    let path = path(of: url)
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
}
