#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import faked_generate

  /// Names of types that an app and a module without a symbol graph both have.
  @Suite(.tags(.process, .compiler)) struct ForeignNamesTests {
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
      let writer = try await compiler.module("App", [source])
      let fakes = writer.protocols.compactMap { writer.fake(of: $0).fake }
      #expect(fakes.map(\.fakeName) == ["FakeNSDrawing", "FakePlain"])
      #expect(fakes[0].text.contains("(_ point: App.CGPoint, at date: Date) -> App.NSLock"))
      #expect(fakes[1].text.contains("func draw(_ point: CGPoint)"))
      let files = try fakes.map { try compiler.write($0.text, to: "\($0.fakeName).swift") }
      try await compiler.check(files)
    }
  }
#endif
