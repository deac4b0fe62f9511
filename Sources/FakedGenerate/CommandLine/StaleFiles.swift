import Foundation

/// Generated fakes whose protocol no longer exists.
struct StaleFiles {
  let mode: Mode
  let folders: OutputFolder
  /// The paths of the files of all protocols, in lowercase.
  let expected: Set<String>
  let types: KnownTypes

  /// Returns an entry for each stale file. If `prunes` is `true`, deletes the unchanged ones.
  func entries(in folders: [URL], prunes: Bool) -> [ReportEntry] {
    var seen: Set<String> = []
    return folders.filter { seen.insert($0.path).inserted }.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().compactMap { name -> ReportEntry? in
        let file = folder.appending(path: name)
        guard name.hasSuffix(".swift"), !expected.contains(file.path.lowercased()),
          let text = try? String(contentsOf: file, encoding: .utf8),
          let marker = FakeFile.marker(of: text), types.lack(marker.subject)
        else { return nil }
        return entry(for: file, text, marker, prunes)
      }
    }
  }

  /// Returns the condition of `#if` around a fake, whose protocol may exist on other platforms. Skips the imports,
  /// which may have conditions of their own.
  private static func condition(around text: String) -> Substring? {
    guard text.hasSuffix("#endif\n") else { return nil }
    return text.split(separator: "\n").last { $0.hasPrefix("#if ") }?.dropFirst("#if ".count)
  }

  private func entry(
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
          .stale, "\(path): \(FakeFileUpdate.reason(of: error))", protocols: 0)
      }
    }
    return ReportEntry(.deleted, "\(path): \(reason).", protocols: 0)
  }
}
