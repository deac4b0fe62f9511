#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Names of types that an app and a module without a symbol graph both have.
  @Suite(.tags(.process, .compiler)) struct ForeignNamesTests {
    @Test func everyTypeOfFoundationIsKnown() async throws {
      let compiler = Compiler()
      let modules = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking", "Dispatch",
      ]
      let generator = try FakeGenerator(symbolGraphs: await compiler.extract(modules))
      let names = generator.typeNames.map { $0.split(separator: ".").map(String.init) }
        .filter { $0.count == 2 && $0[1].first?.isUppercase == true }.map { $0[1] }
      #expect(names.count > 300)
      let known = ForeignNames.visible(in: ["Foundation"])
      #expect(names.filter { !known.contains($0) }.sorted() == [])
    }

    @Test func typesOfTheModuleMayHaveNamesOfFoundation() async throws {
      let compiler = Compiler()
      let source = try compiler.write(
        """
        import Foundation
        public struct CGPoint: Sendable {}
        public final class NSLock {}
        public class DispatchQueue {}
        public struct URLSessionDataTask {}
        public typealias NSObject = Int
        public struct NSData {}
        public protocol NSDrawing {
          func draw(_ point: CGPoint, at date: Date) -> NSLock
          func send(_ task: URLSessionDataTask, on queue: DispatchQueue, _ object: NSObject)
        }
        public protocol Plain { func draw(_ point: CGPoint) }
        """, to: "App.swift")
      let writer = try FakeGenerator(symbolGraphs: await compiler.module("App", [source]))
      let fakes = writer.protocols(in: ["App"]).compactMap { writer.fake(of: $0).fake }
      #expect(fakes.map(\.fakeName) == ["FakeNSDrawing", "FakePlain"])
      #expect(fakes[0].text.contains("(_ point: App.CGPoint, at date: Date) -> App.NSLock"))
      #expect(fakes[1].text.contains("func draw(_ point: CGPoint)"))
      let files = try fakes.map { try compiler.write($0.text, to: "\($0.fakeName).swift") }
      try await compiler.check(files)
    }
  }
#endif
