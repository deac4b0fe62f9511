import Testing
import faked_generate

@Suite struct EmptySymbolGraphTests {
  @Test func withoutSymbolGraphsThereAreNoProtocols() throws {
    #expect(try FakeWriter(symbolGraphs: []).protocols(in: ["App"]).isEmpty)
  }
}
