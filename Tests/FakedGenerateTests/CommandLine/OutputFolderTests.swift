import Foundation
import TestSupport
import Testing
import faked_generate

struct OutputFolderTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["..", "../Fakes", "/", "Tests/../../Fakes"])
  func aPathOutsideThePackageIsRefused(path: String) throws {
    let request = PluginRequest(packageFolder: folder.url.path, targets: [])
    try folder.write(
      String(decoding: try JSONEncoder().encode(request), as: UTF8.self), to: "request.json")
    let run = ToolRun(
      [CommandLineTool.requestOption, "request.json", "--output", path], in: folder)
    let package = folder.url.standardizedFileURL.path
    #expect(
      run.errors == """
        error: --output \(path) is outside of the package \(package), and a plugin cannot write \
        there. Use a folder of a test target, such as --output Tests/MailTests/Fakes, or use \
        faked-generate, which can write anywhere.

        """)
    #expect(run.status == .unusable)
  }
}
