import Faked

/// The tests of this process that write recordings.
package enum RecordingOwners {
  private static let owners = Captured<[String: String]>([:])

  /// Records that a test writes a file.
  ///
  /// - Throws: `FakedError.invalidParameter` with the names of both tests if another test has written the file. The
  ///   same test may do so again, unless its cases share its name.
  package static func claim(
    _ file: RecordingFile, for test: String, isParameterized: Bool
  ) throws(FakedError) {
    // On some systems, names that differ only in case refer to the same file.
    let name = file.target.lowercased()
    let owner = owners.withValue { owners in
      defer { owners[name] = owners[name] ?? test }
      return owners[name]
    }
    guard let owner, owner != test || isParameterized else { return }
    throw RecordingMessage(file: file, test: nil).error(.sharedFile(owner: owner, other: test))
  }
}
