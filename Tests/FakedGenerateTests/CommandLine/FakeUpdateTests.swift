import Foundation
import TestSupport
import Testing
import faked_generate

/// Updates of fakes whose files exist.
struct FakeUpdateTests {
  let folder = TemporaryFolder()
  let path = "Fakes/FakeMailer.swift"

  /// Runs the tool for the source of a module.
  func generate(
    _ source: String, as module: String = "Mail", in output: String = "Fakes", _ options: String...
  ) throws -> ToolRun {
    try folder.write(source, to: "Sources/\(module)/\(module).swift")
    return ToolRun(["Sources/\(module)", "--output", output] + options, in: folder)
  }

  /// Returns the file that a first run writes.
  func newFake(of source: String) throws -> String {
    let other = FakeUpdateTests()
    _ = try other.generate(source)
    return try #require(other.folder.read(path))
  }

  /// Writes a fake, and changes it by hand.
  private func writeChangedFake() throws -> String {
    _ = try generate("protocol Mailer { func send() }")
    let changed = try #require(folder.read(path)).replacing("default: ()", with: "default: print()")
    try folder.write(changed, to: path)
    return changed
  }

  @Test func aChangedFileIsKeptAndItsDifferenceIsShown() throws {
    let changed = try writeChangedFake()
    let source = "protocol Mailer { func send() }; protocol Watch { func now() }"
    let update = try generate(source)
    #expect(
      update.output == """
        kept       Fakes/FakeMailer.swift: changed by hand. Its protocol is the same.
        --- Fakes/FakeMailer.swift
        +++ Fakes/FakeMailer.swift (as it would be written)
        @@ -9,5 +9,5 @@ struct FakeMailer: Mailer, Faked {
        \u{20}
           init(_ name: String? = nil) { instanceId = FakeInstance(name) }
        \u{20}
        -  func send() { handleCall(\\.sendID, default: print()) }
        +  func send() { handleCall(\\.sendID, default: ()) }
         }
        written    Fakes/FakeWatch.swift
        2 protocols: 1 written, 1 kept.

        """)
    #expect(update.status == .fine)
    let check = try generate(source, "--check")
    #expect(
      check.output == """
        kept       Fakes/FakeMailer.swift: changed by hand. Its protocol is the same.
        2 protocols: 1 unchanged, 1 kept.

        """)
    #expect(check.status == .fine)
    #expect(folder.read(path) == changed)
  }

  @Test(arguments: [[], ["--check"]])
  func aFileWithTwoChangesAndNoHistoryIsKept(options: [String]) throws {
    let changed = try writeChangedFake()
    let source = "protocol Mailer { func receive() }"
    try folder.write(source, to: "Sources/Mail/Mail.swift")
    let run = ToolRun(["Sources/Mail", "--output", "Fakes"] + options, in: folder)
    let (old, new) = (changed.prefix { $0 != "\n" }, try newFake(of: source).prefix { $0 != "\n" })
    let checksum = new[(new.lastIndex(of: "[") ?? new.startIndex)...]
    #expect(
      run.output == """
        kept       Fakes/FakeMailer.swift: changed by hand, and Mail.Mailer changed, too. Add the \
        changes below and put \(checksum) into the first line, or use --force to lose your changes.
        --- Fakes/FakeMailer.swift
        +++ Fakes/FakeMailer.swift (as it would be written)
        @@ -1,13 +1,13 @@
        -\(old)
        +\(new)
         import Faked
        \u{20}
         @testable import Mail
        \u{20}
         struct FakeMailer: Mailer, Faked {
           let instanceId: FakeInstance
        -  let sendID: FunctionID<() -> Void, Returns> = "send()"
        +  let receiveID: FunctionID<() -> Void, Returns> = "receive()"
        \u{20}
           init(_ name: String? = nil) { instanceId = FakeInstance(name) }
        \u{20}
        -  func send() { handleCall(\\.sendID, default: print()) }
        +  func receive() { handleCall(\\.receiveID, default: ()) }
         }
        1 protocol: 1 kept.

        """)
    #expect(run.status == .incomplete)
    #expect(folder.read(path) == changed)
  }

  @Test(arguments: ["1\n", "// Written by hand.\n", ""])
  func aForeignFileIsKeptUnlessForced(text: String) throws {
    try folder.write(text, to: path)
    let source = "protocol Mailer { func send() }"
    let run = try generate(source)
    #expect(
      run.output.hasPrefix(
        """
        kept       Fakes/FakeMailer.swift: not written by this command. Rename the file, or use \
        --force to overwrite it.
        --- Fakes/FakeMailer.swift

        """))
    #expect(run.status == .incomplete)
    #expect(folder.read(path) == text)
    let forced = try generate(source, "--force")
    #expect(forced.output == "updated    Fakes/FakeMailer.swift\n1 protocol: 1 updated.\n")
    #expect(folder.read(path) == (try newFake(of: source)))
    #expect(try generate(source, "--force").output == "1 protocol: 1 unchanged.\n")
  }

  @Test func aFileThatIsNotTextIsRefused() throws {
    try folder.write("", to: path)
    let url = folder.url.appending(path: path)
    try Data([0xff, 0xfe, 0xc0]).write(to: url)
    let run = try generate("protocol Mailer { func send() }", "--force")
    #expect(run.output.hasPrefix("refused    Fakes/FakeMailer.swift: "))
    #expect(run.status == .incomplete)
    #expect(try Data(contentsOf: url) == Data([0xff, 0xfe, 0xc0]))
  }
}

extension TemporaryFolder {
  /// The paths of all files.
  var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
      .filter { read($0) != nil }.sorted()
  }
}
