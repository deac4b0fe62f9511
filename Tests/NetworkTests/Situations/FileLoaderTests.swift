import Foundation
import Testing

private struct FileLoader {
  enum Failure: Error, Equatable { case missing(String) }

  let folder: URL

  func load<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    let file = folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: file.path) else { throw Failure.missing(name) }
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }
}

/// Not everything should be faked: a file is as quick as a fake of it, and says more.
@Suite struct FileLoaderTests {
  private let resources = Bundle.module.url(forResource: "Resources", withExtension: nil)

  @Test func aFileOfTheTestBundleIsLoaded() throws {
    let loader = FileLoader(folder: try #require(resources))
    #expect(try loader.load("greeting.json", as: Greeting.self).text == "Hello from a file")
  }

  @Test func aFileOfAnotherFormIsAnError() throws {
    let loader = FileLoader(folder: try #require(resources))
    #expect(throws: DecodingError.self) { try loader.load("greeting.json", as: Visitor.self) }
  }

  @Test func aFileThatIsNotThereIsNamed() throws {
    let loader = FileLoader(folder: try #require(resources))
    #expect(throws: FileLoader.Failure.missing("nothing.json")) {
      try loader.load("nothing.json", as: Greeting.self)
    }
  }
}
