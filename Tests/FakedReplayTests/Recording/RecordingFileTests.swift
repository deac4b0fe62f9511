import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFileTests {
  let folder = TemporaryFolder()

  @Test(arguments: [
    (
      "{\"format\": \"Faked rec",
      "is not JSON: Unexpected end of file during JSON parse."
    ),
    ("{\"log\": {}}", "is not a recording: it has no `\"format\": \"Faked recording\"`."),
    (
      "{\"format\": \"Faked recording\", \"version\": 9}",
      "has version 9, and this library reads 1."
    ),
    ("{\"format\": \"Faked recording\"}", "has version none, and this library reads 1."),
    ("{\"format\": \"Faked recording\", \"version\": 1, \"calls\": 3}", "has no list `calls`."),
    (
      "{\"format\": \"Faked recording\", \"version\": 1, \"calls\": [{\"function\": \"f\"}]}",
      "can't be read at calls[0]: a call has a `function`, `arguments`, and either `returned` or `threw`."
    ),
    (
      "{\"format\": \"Faked recording\", \"version\": 1, \"calls\": [{\"function\": \"f\", "
        + "\"arguments\": [], \"returned\": 1, \"threw\": {\"E\": 1}}]}",
      "can't be read at calls[0]: a call has a `function`, `arguments`, and either `returned` or `threw`."
    ),
  ])
  func aBadFileIsReportedAndKeptUntilReplaced(text: String, problem: String) async throws {
    try folder.write(text, to: "test.json")
    let run = await recording(folder, mode: .missing) { Issue.record("it ran") }
    #expect(
      run.text == """
        Recordings/test.json \(problem)
          Fix or delete \(folder.path)/test.json, or replace it with FAKED_RECORD=all.
        """)
    #expect(folder.text() == text)
    #expect(folder.names == ["test.json"])
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    #expect(folder.text().contains("Bern"))
  }

  @Test func theErrorNamesAnInaccessiblePath() async throws {
    try folder.write("a file where the folder should be", to: "Recordings")
    let unwritten = await recording(folder, "Recordings/test.json", mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    #expect(unwritten.failures.count == 1)
    #expect(unwritten.failures[0].contains("test.json was not written: "))
    try folder.write("a folder where the file should be", to: "test.json/file")
    let run = await recording(folder, mode: .none) {}
    #expect(run.text.hasPrefix("Recordings/test.json is a folder."))
  }

  @Test func aSymbolicLinkStaysALink() async throws {
    try folder.write("{}", to: "elsewhere/real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/test.json", withDestinationPath: "elsewhere/real.json")
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path + "/test.json")
    #expect(target == "elsewhere/real.json")
    #expect(folder.text("elsewhere/real.json").contains("Bern"))
    #expect(Set(folder.names) == ["test.json", "elsewhere"])
  }

  @Test func concurrentProcessesAddToOneFile() async throws {
    _ = await recording(folder, mode: .missing) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    let file = folder.file("test.json")
    let sessions = try (0..<8).map { _ in
      try CallPlayer(file, mode: .missing, test: "a()", owner: "a() (A.swift:1)")
    }
    try await withThrowingTaskGroup(of: [String].self) { group in
      for (number, session) in sessions.enumerated() {
        group.addTask {
          let probe = ProbedScope()
          try await probe.run {
            probe.scope.record(with: session)
            let fake = FakeWeather(Weather())
            _ = try await fake.forecast(for: "Chur", days: 1)
            _ = try fake.named("\(number)")
          }
          return session.recorder.end(nil).failures
        }
      }
      for try await failures in group { #expect(failures == []) }
    }
    let calls = folder.text().components(separatedBy: "\"function\"").count - 1
    #expect(calls == 17, "Bern, and Chur and a number for each process")
  }

  @Test func aFileDamagedDuringATestIsKept() async throws {
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    let run = await recording(folder, mode: .missing) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 1)
      try folder.write("<<<<<<< " + folder.text(), to: "test.json")
    }
    #expect(run.failures.count == 1)
    #expect(run.failures.first?.hasPrefix("Recordings/test.json is not JSON: ") == true)
    #expect(folder.text().hasPrefix("<<<<<<< ") && !folder.text().contains("Chur"))
  }

  /// The system lets only the superuser mount a small or a read-only folder.
  static let canMount = geteuid() == 0 && mount(on: "/mnt", "size=4k") && unmount("/mnt")

  private static func mount(on path: String, _ options: String) -> Bool {
    run("/bin/mount", "-t", "tmpfs", "-o", options, "tmpfs", path)
  }

  private static func unmount(_ path: String) -> Bool { run("/bin/umount", path) }

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test(
    .enabled(if: canMount),
    arguments: [("size=4k", "No space left on device"), ("ro", "Read-only file system")])
  func aFullOrReadOnlyFolderKeepsItsFile(options: String, reason: String) async throws {
    let path = folder.path + "/Recordings"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(Self.mount(on: path, options))
    defer { _ = Self.unmount(path) }
    if options != "ro" { try folder.write("old", to: "Recordings/other.json") }
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let run = await recording(folder, "Recordings/test.json", mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 300)
    }
    #expect(
      run.failures == [
        "Recordings/Recordings/test.json was not written: \(reason) (\(path)/test.json)."
      ])
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == names)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func aFolderWithoutWritePermissionKeepsItsFile() async throws {
    try folder.write("{}", to: "Recordings/test.json")
    let path = folder.path + "/Recordings"
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let run = await recording(folder, "Recordings/test.json", mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    #expect(run.failures.first?.contains("unchanged: Permission denied (") == true)
    #expect(folder.text("Recordings/test.json") == "{}")
  }
}
