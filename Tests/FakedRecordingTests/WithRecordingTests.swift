import FakedRecording
import Foundation
import TestSupport
import Testing

@Suite struct WithRecordingTests {
  @Test func aBundledFileIsReadIfTheSourcesAreMissing() throws {
    let file = try RecordingFile(
      "stored", kind: "json", beside: "/nowhere/Tests/A.swift", in: .module)
    #expect(file.path == "/nowhere/Tests/Recordings/stored.json")
    #expect(try file.read()?["version"]?.int == 1)
  }

  @Test func concurrentRecordingsFail() async throws {
    let probe = ProbedScope()
    await probe.run {
      let count = Captured(0)
      func part(_ name: String, until wanted: Int) async {
        _ = try? await withRecording(name, mode: .all) {
          count.withValue { $0 += 1 }
          while count.value < wanted { await Task.yield() }
        }
        count.withValue { $0 += 1 }
      }
      async let first: Void = part("first", until: 2)
      while count.value < 1 { await Task.yield() }
      // The first recording ends while the second is running.
      await part("second", until: 3)
      await first
    }
    let all = probe.endWithTexts()
    let text = "two recordings ran at the same time in one test; run them one at a time"
    #expect(all.filter { $0.contains(text) }.count >= 2, "\(all)")
  }

  @Test(.faked) func aTestWithTheTraitKnowsWhetherItSeesFailedChecks() {
    #if compiler(>=6.2)
      #expect(TestScope.current?.seesFailedChecks == true)
    #else
      #expect(TestScope.current?.seesFailedChecks == false)
    #endif
  }
}

@Suite struct PublicFormTests {
  @Test(.faked(.strict), .recorded("folder/stored")) func scopesAndRecordingsCanBeCombined()
    async throws
  {
    let fake = FakeWeather(try .asRecorded())
    fake.when(\.city).thenReturn("stubbed")
    #expect(try fake.city(1) == "stubbed")
    #expect(try await fake.load("Bern") == 4)
  }

  @Test(.faked, arguments: ["Bern", "Chur"]) func eachCaseHasItsOwnRecording(city: String)
    async throws
  {
    let real = try Weather.asRecorded()
    let count = try withRecording("case-\(city)") { try FakeWeather(real).named(city) }
    #expect(count == 4)
    let forecast = try await withRecording("forecast-\(city)") {
      try await FakeWeather(real).forecast(for: city, days: 1)
    }
    #expect(forecast.city == city)
  }

  @Test(.faked) @MainActor func aRecordingKeepsTheActorOfItsTest() async throws {
    var seen: [String] = []
    let number = try RecordingMode.current() == .none ? 100 : 1
    try await withRecording("main-actor") {
      await Task.yield()
      seen += FakeScreen(number).titles(["ab"]).map { "\($0.key) \($0.value)" }
    }
    #expect(seen == ["ab 3"])
  }
}
