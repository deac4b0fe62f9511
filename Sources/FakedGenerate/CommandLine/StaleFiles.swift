import Foundation

/// Fakes that this command wrote, and whose protocol is gone.
struct StaleFiles {
  let generation: FakeFileUpdate
  let modules: Set<String>
  /// The files that there should be.
  let expected: Set<String>
  /// All types that can be faked, also those that this run was not asked for.
  let types: Set<String>

  /// An entry for each in the folders; deletes those that nobody changed where that is wanted.
  func entries(in folders: [URL], prunes: Bool) -> [ReportEntry] {
    var seen: Set<String> = []
    return folders.filter { seen.insert($0.path).inserted }.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().compactMap { name -> ReportEntry? in
        let file = folder.appending(path: name)
        guard name.hasSuffix(".swift"), !expected.contains(file.path.lowercased()),
          let text = try? String(contentsOf: file, encoding: .utf8),
          let marker = FakeFile.marker(of: text), isGone(marker)
        else { return nil }
        return entry(for: file, marker, isUntouched: FakeFile.isUntouched(text), prunes)
      }
    }
  }

  private func isGone(_ marker: Marker) -> Bool {
    guard let subject = marker.subject else { return true }
    return modules.contains(String(subject.prefix { $0 != "." })) && !types.contains(subject)
  }

  private func entry(
    for file: URL, _ marker: Marker, isUntouched: Bool, _ prunes: Bool
  ) -> ReportEntry {
    let path = generation.folders.shown(file)
    let what = marker.subject.map { "there is no \($0) any more" } ?? "what it fakes is gone"
    guard isUntouched else {
      return ReportEntry(
        .stale, "\(path): \(what), and it was changed by hand. Delete it yourself.", protocols: 0)
    }
    guard prunes else {
      return ReportEntry(.stale, "\(path): \(what). Delete it, or use --prune.", protocols: 0)
    }
    if generation.mode == .write {
      do { try FileManager.default.removeItem(at: file) } catch {
        return ReportEntry(.stale, "\(path): \(FakeFileUpdate.reason(of: error))", protocols: 0)
      }
    }
    return ReportEntry(.deleted, "\(path): \(what).", protocols: 0)
  }
}
