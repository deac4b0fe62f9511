import FakedRecording
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFailureTests {
  let folder = TemporaryFolder()

  private func recordBern() async {
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 3) }
  }

  @Test func aCallThatIsNotRecordedSaysWhatIsNearAndWhatToDo() async {
    await recordBern()
    let advice = """
        Record this call too: FAKED_RECORD=missing swift test --filter a
        Or all anew: FAKED_RECORD=all swift test --filter a
      """
    let other = await folder.weather(.none) { _ = try await $0.forecast(for: "Berne", days: 3) }
    #expect(
      other.text == """
        Recordings/test.json has no call FakeWeather.forecast(for: "Berne", days: 3).
          Nearest: forecast(for: "Bern", days: 3): `for`: recorded "Bern", is "Berne"
        \(advice)
        """)
    let second = await folder.weather(.none) { fake in
      for _ in 1...2 { _ = try await fake.forecast(for: "Bern", days: 3) }
    }
    #expect(
      second.text == """
        Recordings/test.json has 1 call FakeWeather.forecast(for: "Bern", days: 3), and this is call 2.
        \(advice)
        """)
  }

  @Test func aMissingCallIsReportedThoughTheCodeSwallowsIt() async {
    await recordBern()
    let run = await folder.weather(.none) { fake in
      #expect(await FakeStation(5).read(1) == 0)
      _ = try? await fake.forecast(for: "Chur", days: 3)
      _ = try fake.named("x")
    }
    #expect(run.text.contains("It has calls of FakeWeather.forecast(for:days:)."))
    let text = run.failures.joined(separator: "\n")
    #expect(text.contains("Recordings/test.json has no call FakeStation.read(1)"))
    #expect(text.contains("has no call FakeWeather.forecast(for: \"Chur\", days: 3)"))
  }

  @Test(arguments: [
    ("a()", nil, " --filter a"), ("`a test (2) isn't b`()", nil, " --filter 'a test .2. isn.t b'"),
    ("init()", nil, ""), ("setUp()", nil, ""), ("init()", "b()", " --filter b"),
  ])
  func aFileThatIsNotThereSaysHowToRecordIt(test: String, scope: String?, filter: String) async {
    func record() async -> String {
      await recording(folder, mode: .none, test: test) { Issue.record("it ran") }.text
    }
    let text = if let scope { await ProbedScope(scope).run(record) } else { await record() }
    #expect(
      text == """
        There is no recording Recordings/test.json.
          Record it where the real thing can be reached: FAKED_RECORD=missing swift test\(filter)
        """)
  }

  @Test func whatCannotBeEncodedIsNamed() async {
    let advice = "Make the type Codable, or stub the function: a stubbed call is not recorded."
    let acts: [((FakeWeather) throws -> Void, String)] = [
      (
        { $0.watch("Bern") { _ in } },
        """
        FakeWeather.watch("Bern", a closure) cannot be in Recordings/test.json: argument 2 is a \
        (Int) -> (), which is not Codable.
          \(advice)
        """
      ),
      (
        { _ = $0.opaque(1) },
        """
        FakeWeather.opaque(1) cannot be in Recordings/test.json: its result is a Weather, which is not \
        Codable.
          \(advice)
        """
      ),
      (
        { _ = try? $0.city(-1) },
        """
        FakeWeather.city(-1) cannot be in Recordings/test.json: it threw QuotaError(left: -1), and the \
        recording knows no form of QuotaError.
          Make QuotaError Codable or CaseIterable, and name it: errors: [.init(QuotaError.self)].
        """
      ),
    ]
    for (act, text) in acts {
      let run = await folder.weather(.all) { try act($0) }
      #expect(run.failures == [text])
      #expect(folder.names == [])
    }
  }

  @Test func aResultOfAnotherTypeThanRecordedNamesThePlace() async throws {
    await recordBern()
    try folder.replace("\"high\": 21", by: "\"high\": \"x\"")
    let run = await folder.weather(.none) { _ = try await $0.forecast(for: "Bern", days: 3) }
    #expect(
      run.text == """
        Recordings/test.json, calls[0], FakeWeather.forecast(for: "Bern", days: 3): what was recorded \
        does not fit: days[1].high: expected Int, found a string.
          Record it anew: FAKED_RECORD=all swift test --filter a
        """)
  }

  @Test func aTestThatThrowsLeavesTheFileAsItWas() async {
    await recordBern()
    let text = folder.text()
    let run = await folder.weather(.all) { fake in
      _ = try await fake.forecast(for: "Chur", days: 3)
      throw WeatherError.offline
    }
    #expect(
      run.failures == [
        "Recordings/test.json was not written, and is as it was: the test threw an error."
      ])
    #expect(folder.text() == text)
  }

  @Test func aTestWithoutACallIsAFailure() async {
    let run = await recording(folder, mode: .all) { FakeWeather(Weather()).tearDown() }
    #expect(
      run.failures == [
        """
        Recordings/test.json: no call came to the recording.
          It sees fakes that are made or first stubbed in the test, and the calls that they forward \
        with `default:` and that no stub answers.
        """
      ])
    #expect(folder.names == [])
  }

  @Test func twoTestsThatWriteOneFileAreNamed() async {
    func recordChur(
      _ name: String = "test.json", owner: String = "a() (A.swift:1)", isParameterized: Bool = false
    ) async -> [String] {
      await recording(folder, name, mode: .all, owner: owner, isParameterized: isParameterized) {
        () async throws in _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 3)
      }.failures
    }
    await recordBern()
    let text = folder.text()
    #expect(
      await recordChur(owner: "b() (B.swift:2)") == [
        """
        Recordings/test.json is written by two tests, a() (A.swift:1) and b() (B.swift:2).
          Give each a name of its own; for the cases of a test, withRecording("name-\\(argument)") { … }.
        """
      ])
    #expect(folder.text() == text)
    let capital = await recordChur("Test.json", owner: "b() (B.swift:2)")
    #expect(capital.first?.contains("Test.json is written by two tests") == true)
    // The same test may run again, but not with another argument.
    await recordBern()
    let other = await recordChur(isParameterized: true)
    #expect(other.first?.contains("two cases of a() (A.swift:1)") == true)
  }

  @Test func twoRecordingsAtOnceFail() async throws {
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
      // The first ends while the second runs.
      await part("second", until: 3)
      await first
    }
    let all = probe.endWithTexts()
    let text = "two recordings ran at the same time in one test; run one after the other"
    #expect(all.filter { $0.contains(text) }.count >= 2, "\(all)")
  }

  @Test func recordingsInOneAnotherAreNoMistake() throws {
    let probe = ProbedScope()
    try probe.run {
      try withRecording("outer", mode: .all) {
        try withRecording("inner", mode: .all) {}
      }
    }
    let all = probe.endWithTexts()
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
