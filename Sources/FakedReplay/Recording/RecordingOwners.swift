import Faked

/// The tests of this process that write recordings.
package enum RecordingOwners {
  private struct Owner {
    let test: String
    /// The run of the test that replaced the file.
    weak var scope: TestScope?
  }

  private static let owners = Captured<[String: Owner]>([:])

  /// Records that a test writes a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - test: The name of the test.
  ///   - isParameterized: A Boolean value that indicates whether the cases of the test share its name.
  ///   - scope: The scope of the test if it replaces the file. Defaults to `nil`, for a test that adds to the file.
  /// - Throws: `FakedError.invalidParameter` with the names of both tests if another test has written the file. The
  ///   same test may do so again, unless its cases share its name, or the same run has replaced the file.
  package static func claim(
    _ file: RecordingFile, for test: String, isParameterized: Bool,
    replacingIn scope: TestScope? = nil
  ) throws(FakedError) {
    // On some systems, names that differ only in case refer to the same file.
    let name = file.target.lowercased()
    let failure = owners.withValue { owners -> RecordingFailure? in
      if let owner = owners[name] {
        if owner.test != test || isParameterized {
          return .sharedFile(owner: owner.test, other: test)
        }
        if let scope, owner.scope === scope { return .replacedTwice(owner: test) }
      }
      owners[name] = Owner(test: test, scope: scope)
      return nil
    }
    if let failure { throw RecordingMessage(file: file, test: nil).error(failure) }
  }
}
