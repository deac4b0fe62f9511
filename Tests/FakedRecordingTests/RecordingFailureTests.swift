import FakedRecording
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFailureTests {
  let folder = TemporaryFolder()

  private func recordBern() async {
    let run = await recording(folder, mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 3)
    }
    #expect(run.failures == [])
  }

  @Test func aCallThatIsNotRecordedShowsTheNearest() async {
    await recordBern()
    let run = await recording(folder, mode: .none) { () async throws in
      _ = try await FakeWeather(.unreachable).forecast(for: "Berne", days: 3)
    }
    #expect(
      "\(run.error.map { "\($0)" } ?? "")" == """
        Recordings/test.json has no call FakeWeather.forecast("Berne", days: 3).
        """.replacingOccurrences(of: "forecast(", with: "forecast(for: ") + """

            Nearest: forecast(for: "Bern", days: 3): `for`: recorded "Bern", is "Berne"
            Record this call too: FAKED_RECORD=missing swift test --filter a
            Or all anew: FAKED_RECORD=all swift test --filter a
          """)
  }

  @Test func oneCallMoreThanRecordedSaysSo() async {
    await recordBern()
    let run = await recording(folder, mode: .none) { () async throws in
      let fake = FakeWeather(.unreachable)
      _ = try await fake.forecast(for: "Bern", days: 3)
      _ = try await fake.forecast(for: "Bern", days: 3)
    }
    #expect(
      "\(run.error.map { "\($0)" } ?? "")" == """
        Recordings/test.json has 1 call FakeWeather.forecast(for: "Bern", days: 3), and this is call 2.
          Record this call too: FAKED_RECORD=missing swift test --filter a
          Or all anew: FAKED_RECORD=all swift test --filter a
        """)
  }

  @Test func aCallOfAnotherFunctionListsTheFunctions() async {
    await recordBern()
    let run = await recording(folder, mode: .none) { () async throws in
      _ = try FakeWeather(.unreachable).named("x")
    }
    #expect(
      "\(run.error.map { "\($0)" } ?? "")".contains(
        "It has calls of FakeWeather.forecast(for:days:)."))
  }

  @Test func aMissingCallThatTheCodeSwallowsIsReported() async {
    await recordBern()
    let run = await recording(folder, mode: .none) { () async throws in
      _ = try? await FakeWeather(.unreachable).forecast(for: "Chur", days: 3)
    }
    #expect(run.failures.count == 1)
    #expect(run.failures.first?.hasPrefix("Recordings/test.json has no call") == true)
  }

  @Test func aMissingCallThatCannotThrowIsReportedAndReturnsADefault() async {
    await recordBern()
    let run = await recording(folder, mode: .none) { () async throws in
      #expect(await FakeStation(5).read(1) == 0)
    }
    #expect(
      run.failures.first?.hasPrefix("Recordings/test.json has no call FakeStation.read(1)") == true)
  }

  @Test func aFileThatIsNotThereSaysHowToRecordIt() async {
    let run = await recording(folder, mode: .none) { Issue.record("it ran") }
    #expect(
      "\(run.error.map { "\($0)" } ?? "")" == """
        There is no recording Recordings/test.json.
          Record it where the real thing can be reached: FAKED_RECORD=missing swift test --filter a
        """)
  }

  @Test func anArgumentThatCannotBeEncodedIsNamed() async {
    let run = await recording(folder, mode: .all) { () async throws in
      FakeWeather(Weather()).watch("Bern") { _ in }
    }
    #expect(run.failures.count == 1)
    #expect(
      run.failures.first == """
        FakeWeather.watch("Bern", a closure) cannot be in Recordings/test.json: argument 2 is a \
        (Int) -> (), which is not Codable.
          Make the type Codable, or stub the function: a stubbed call is not recorded.
        """)
    #expect(folder.names == [])
  }

  @Test func aResultThatCannotBeEncodedIsNamed() async {
    let run = await recording(folder, mode: .all) { _ = FakeWeather(Weather()).opaque(1) }
    #expect(
      run.failures == [
        """
        FakeWeather.opaque(1) cannot be in Recordings/test.json: its result is a Weather, which is not \
        Codable.
          Make the type Codable, or stub the function: a stubbed call is not recorded.
        """
      ])
    #expect(folder.names == [])
  }

  @Test func anErrorWithoutAFormIsNamed() async {
    let run = await recording(folder, mode: .all) { _ = try? FakeWeather(Weather()).city(-1) }
    #expect(
      run.failures == [
        """
        FakeWeather.city(-1) cannot be in Recordings/test.json: it threw QuotaError(left: -1), and the \
        recording knows no form of QuotaError.
          Make QuotaError Codable or CaseIterable, and name it: errors: [.init(QuotaError.self)].
        """
      ])
    #expect(folder.names == [])
  }

  @Test func anErrorOfYourOwnFormIsRecorded() async {
    let errors = [
      RecordedError(QuotaError.self, encode: \.left, decode: { QuotaError(left: $0) })
    ]
    for (mode, real) in [(RecordingMode.all, Weather()), (.none, .unreachable)] {
      let run = await recording(folder, mode: mode, errors: errors) { () async throws in
        #expect(throws: QuotaError(left: -7)) { try FakeWeather(real).city(-7) }
      }
      #expect(run.failures == [])
    }
    #expect(folder.text("test.json").contains("\"QuotaError\": -7"))
  }

  @Test func commonErrorsAreRecorded() async {
    let errors: [any Error] = [
      URLError(.timedOut), CancellationError(), POSIXError(.ENOENT), CocoaError(.fileNoSuchFile),
    ]
    for (mode, offset) in [(RecordingMode.all, 0), (.none, 10)] {
      let run = await recording(folder, mode: mode) { () async throws in
        for (number, error) in errors.enumerated() {
          let fake = FakeWeather(Weather { _, _ in throw error })
          await #expect {
            try await fake.forecast(for: "Bern", days: number)
          } throws: {
            type(of: $0) == type(of: error) && ($0 as NSError).code == (error as NSError).code
          }
          #expect(fake.real.calls.value == (offset == 0 ? 1 : 0))
        }
      }
      #expect(run.failures == [])
    }
  }

  @Test func aResultOfAnotherTypeThanRecordedNamesThePlace() async throws {
    await recordBern()
    let text = folder.text("test.json").replacingOccurrences(
      of: "\"high\": 21", with: "\"high\": \"x\"")
    try folder.write(text, to: "test.json")
    let run = await recording(folder, mode: .none) { () async throws in
      _ = try await FakeWeather(.unreachable).forecast(for: "Bern", days: 3)
    }
    #expect(
      "\(run.error.map { "\($0)" } ?? "")" == """
        Recordings/test.json, calls[0], FakeWeather.forecast(for: "Bern", days: 3): what was recorded \
        does not fit: days[1].high: expected Int, found a string.
          Record it anew: FAKED_RECORD=all swift test --filter a
        """)
  }

  @Test func aTestThatThrowsLeavesTheFileAsItWas() async {
    await recordBern()
    let text = folder.text("test.json")
    let run = await recording(folder, mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 3)
      throw WeatherError.offline
    }
    #expect(
      run.failures == [
        "Recordings/test.json was not written, and is as it was: the test threw an error."
      ])
    #expect(folder.text("test.json") == text)
  }

  @Test func aTestWithoutACallIsAFailure() async {
    let run = await recording(folder, mode: .all) { FakeWeather(Weather()).tearDown() }
    #expect(run.failures.count == 1)
    #expect(run.failures.first?.hasPrefix("Recordings/test.json: no call came") == true)
    #expect(folder.names == [])
  }

  @Test func twoTestsThatWriteOneFileAreNamed() async {
    await recordBern()
    let text = folder.text("test.json")
    let run = await recording(folder, mode: .all, owner: "b() (B.swift:2)") { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 3)
    }
    #expect(
      run.failures == [
        """
        Recordings/test.json is written by two tests, a() (A.swift:1) and b() (B.swift:2).
          Give each a name of its own; for the cases of a test, withRecording("name-\\(argument)") { … }.
        """
      ])
    #expect(folder.text("test.json") == text)
    // The same test may run again, but not with another argument.
    await recordBern()
    let other = await recording(folder, mode: .all, isParameterized: true) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 3)
    }
    #expect(other.failures.first?.contains("two cases of a() (A.swift:1)") == true)
  }

  @Test(arguments: [
    ("a()", " --filter a"), ("`a test (2) isn't b`()", " --filter 'a test .2. isn.t b'"),
    ("init()", ""), ("setUp()", ""),
  ])
  func theCommandNamesTheTest(test: String, filter: String) {
    let text = "\(RecordingMessage(file: folder.file("test.json"), test: test).noFile())"
    #expect(text.hasSuffix("FAKED_RECORD=missing swift test\(filter)"), "\(text)")
  }

  @Test func theCommandNamesTheTestOfTheScope() {
    let scope = FakedScope("b()", reporter: .init(now: { _ in }, late: { _ in }, note: { _ in }))
    let text = FakedScope.$current.withValue(scope) {
      "\(RecordingMessage(file: folder.file("test.json"), test: "init()").noFile())"
    }
    #expect(text.hasSuffix("swift test --filter b"), "\(text)")
  }

  @Test func twoRecordingsAtOnceFail() async throws {
    let found = Captured<[String]>([])
    let note: @Sendable (FakedScope.Finding) -> Void = { finding in
      found.withValue { $0.append(finding.message) }
    }
    let scope = FakedScope("a()", reporter: .init(now: note, late: note, note: { _ in }))
    await FakedScope.$current.withValue(scope) {
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
      // The first ends while the second runs.
      await part("second", until: 3)
      await first
    }
    let all = found.value + scope.end(isStrict: false).findings.map(\.message)
    let text = "two recordings ran at the same time in one test; run one after the other"
    #expect(all.filter { $0.contains(text) }.count >= 2, "\(all)")
  }

  @Test func recordingsInOneAnotherAreNoMistake() throws {
    let found = Captured<[String]>([])
    let note: @Sendable (FakedScope.Finding) -> Void = { finding in
      found.withValue { $0.append(finding.message) }
    }
    let scope = FakedScope("a()", reporter: .init(now: note, late: note, note: { _ in }))
    try FakedScope.$current.withValue(scope) {
      try withRecording("outer", mode: .all) {
        try withRecording("inner", mode: .all) {}
      }
    }
    let all = found.value + scope.end(isStrict: false).findings.map(\.message)
    #expect(all.count == 2 && all.allSatisfy { $0.contains("no call came") }, "\(all)")
  }

  @Test func aWordThatIsNoModeIsRefused() throws {
    #expect(try RecordingMode.current([:]) == .none)
    #expect(try RecordingMode.current(["FAKED_RECORD": "check"]) == .check)
    #expect(
      throws: FakedError.invalidParameter(
        "FAKED_RECORD=yes is no mode. Write one of none, missing, all, check, or leave the variable out."
      )
    ) { try RecordingMode.current(["FAKED_RECORD": "yes"]) }
  }

  @Test(arguments: ["", "../x", "a//b", "/x", "a/./b"])
  func aNameThatLeadsOutOfTheFolderIsRefused(name: String) {
    #expect(throws: FakedError.self) {
      try RecordingFile(name, kind: "json", beside: "/tests/A.swift", in: nil)
    }
  }
}
