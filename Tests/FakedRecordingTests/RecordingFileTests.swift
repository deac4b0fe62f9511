import FakedRecording
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFileTests {
  let folder = TemporaryFolder()

  @Test(arguments: [
    (
      "{\"format\": \"Faked rec",
      "is no JSON: line 1, column 22: the text ends within a string; the file seems cut off."
    ),
    ("{\"log\": {}}", "is no recording: it has no `\"format\": \"Faked recording\"`."),
    (
      "{\"format\": \"Faked recording\", \"version\": 9}",
      "has version 9, and this library reads 1."
    ),
    ("{\"format\": \"Faked recording\"}", "has version none, and this library reads 1."),
    ("{\"format\": \"Faked recording\", \"version\": 1, \"calls\": 3}", "has no list `calls`."),
    (
      "{\"format\": \"Faked recording\", \"version\": 1, \"calls\": [{\"function\": \"f\"}]}",
      "has no call at calls[0]: one has a `function`, `arguments`, and `returned` or `threw`."
    ),
  ])
  func aBadFileIsNamedAndKeptUntilItIsToBeReplaced(text: String, problem: String) async throws {
    try folder.write(text, to: "test.json")
    let run = await recording(folder, mode: .missing) { Issue.record("it ran") }
    #expect(
      run.text == """
        Recordings/test.json \(problem)
          Mend or delete \(folder.path)/test.json, or replace it with FAKED_RECORD=all.
        """)
    #expect(folder.text() == text)
    #expect(folder.names == ["test.json"])
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    #expect(folder.text().contains("Bern"))
  }

  @Test func aFileOfAHundredMegabytesIsRefusedUnread() async throws {
    let handle = try FileHandle(forWritingTo: folder.write("", to: "test.json"))
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    let run = await recording(folder, mode: .none) {}
    #expect(run.text.hasPrefix("Recordings/test.json has 100 MB, and a recording at most 64."))
  }

  @Test func moreThanCanBeReadIsNotWritten() {
    let text = String(
      decoding: Data(repeating: 0x31, count: RecordingFile.mostBytes), as: UTF8.self)
    #expect {
      try folder.file("test.json").write(.number(text))
    } throws: { error in
      "\(error)".contains("was not written, and is as it was: it would have 64 MB")
    }
    #expect(folder.names == [])
  }

  @Test func aPlaceThatCannotBeReadOrWrittenIsNamed() async throws {
    try folder.write("a file where the folder should be", to: "Recordings")
    let unwritten = await recording(folder, "Recordings/test.json", mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    #expect(unwritten.failures.count == 1)
    #expect(unwritten.failures[0].contains("test.json was not written, and is as it was: "))
    try folder.write("a folder where the file should be", to: "test.json/file")
    let run = await recording(folder, mode: .none) {}
    #expect(run.text.hasPrefix("Recordings/test.json is a folder."))
  }

  @Test func filesOfABundleAreReadWhereTheSourcesAreNot() throws {
    let file = try RecordingFile(
      "stored", kind: "json", beside: "/nowhere/Tests/A.swift", in: .module)
    #expect(file.path == "/nowhere/Tests/Recordings/stored.json")
    #expect(try file.read()?["version"]?.int == 1)
  }
}

@Suite struct PublicFormTests {
  // Recorded with FAKED_RECORD=all, where `Weather()` is the real thing.
  @Test(.recorded("stored")) func aTestReadsTheFileBesideIt() async throws {
    let forecast = try await FakeWeather(.asRecorded()).forecast(for: "Zürich", days: 1)
    #expect(forecast == Forecast(city: "Zürich", days: [Day(high: 20, sky: "clear")]))
  }

  @Test(arguments: [false, true]) func theTestOfATraitRunsOnce(inScope: Bool) async throws {
    let trait: RecordingTrait = .recorded("stored", mode: RecordingMode.none)
    let (test, runs) = (try #require(Test.current), Captured(0))
    func run() async throws {
      try await trait.provideScope(for: test, testCase: .current) {
        _ = try await FakeWeather(.unreachable).forecast(for: "Zürich", days: 1)
        runs.withValue { $0 += 1 }
      }
    }
    if inScope { try await withFakedScope { try await run() } } else { try await run() }
    #expect(runs.value == 1)
  }

  @Test(.faked(.strict), .recorded("folder/stored")) func scopesAndRecordingsGoTogether()
    async throws
  {
    let fake = FakeWeather(try .asRecorded())
    fake.when(\.city).thenReturn("stubbed")
    #expect(try fake.city(1) == "stubbed")
    #expect(try await fake.load("Bern") == 4)
  }

  @Test(arguments: ["Bern", "Chur"]) func aCaseHasARecordingOfItsOwn(city: String) async throws {
    let real = try Weather.asRecorded()
    let count = try withRecording("case-\(city)") { try FakeWeather(real).named(city) }
    #expect(count == 4)
    let forecast = try await withRecording("forecast-\(city)") {
      try await FakeWeather(real).forecast(for: city, days: 1)
    }
    #expect(forecast.city == city)
  }

  @Test @MainActor func aRecordingRunsOnTheActorOfItsTest() async throws {
    var seen: [String] = []
    let number = try RecordingMode.current() == .none ? 100 : 1
    try await withRecording("main-actor") {
      await Task.yield()
      seen += FakeScreen(number).titles(["ab"]).map { "\($0.key) \($0.value)" }
    }
    #expect(seen == ["ab 3"])
  }
}
