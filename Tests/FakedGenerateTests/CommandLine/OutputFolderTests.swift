import Foundation
import TestSupport
import Testing
import faked_generate

struct OutputFolderTests {
  private let package = TemporaryFolder()
  private let inside: OutputFolder

  init() {
    inside = OutputFolder(base: package.url, staysInside: true)
  }

  @Test func aPathIsRelativeToThePackage() throws {
    let folder = try inside.folder(named: "Tests/MailTests/Fakes")
    #expect(folder.path == package.url.path + "/Tests/MailTests/Fakes")
    #expect(
      inside.shown(folder.appending(path: "FakeMailer.swift"))
        == "Tests/MailTests/Fakes/FakeMailer.swift")
    #expect(try inside.folder(named: folder.path).path == folder.path)
    #expect(try inside.folder(named: "a/../b").path == package.url.path + "/b")
  }

  @Test(arguments: ["..", "../Fakes", "/", "Tests/../../Fakes", nil])
  func aPathOutsideThePackageIsRefused(path: String?) {
    // The last folder is next to the package, and its name begins with that of the package.
    let path = path ?? package.path + "Too"
    let error = #expect(throws: ChoiceError.self) { try inside.folder(named: path) }
    #expect(
      error?.description == """
        --output \(path) is outside of the package \(inside.base.path), and a plugin cannot write \
        there. Use a folder of a test target, such as --output Tests/MailTests/Fakes, or use \
        faked-generate, which can write anywhere.
        """)
  }

  @Test func theToolWritesToAnyFolder() throws {
    let anywhere = OutputFolder(base: package.url, staysInside: false)
    #expect(try anywhere.folder(named: "/Fakes").path == "/Fakes")
    #expect(anywhere.shown(URL(filePath: "/Fakes/A.swift")) == "/Fakes/A.swift")
    try package.write("", to: "Fakes")
    let error = #expect(throws: ChoiceError.self) { try anywhere.folder(named: "Fakes") }
    #expect(error?.description == "--output Fakes is a file. Use a folder.")
  }
}
