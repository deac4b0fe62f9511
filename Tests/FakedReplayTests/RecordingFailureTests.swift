import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFailureTests {
  let folder = TemporaryFolder()

  @Test func anUnrecordedCallShowsTheNearestCallsAndTheFix() async {
    await folder.recordBern()
    let advice = """
        Record this call too: FAKED_RECORD=missing swift test --filter a
        Record all calls again: FAKED_RECORD=all swift test --filter a
      """
    let other = await folder.weather(.none) { _ = try await $0.forecast(for: "Berne", days: 3) }
    #expect(
      other.text == """
        Recordings/test.json has no response to FakeWeather.forecast(for: "Berne", days: 3).
          Nearest: calls[0]: argument `for`: was "Bern", is "Berne"
        \(advice)
        """)
    let further = await folder.weather(.none) { fake in
      for _ in 1...2 { _ = try? await fake.forecast(for: "Bern", days: 3) }
      let ending = fake.calls(to: \.forecast)[1].ending()
      #expect(ending.contains(" because the recording does not contain it"), "\(ending)")
      _ = try await fake.forecast(for: "Bern", days: 3)
    }
    #expect(
      further.text == """
        Recordings/test.json has 1 response to FakeWeather.forecast(for: "Bern", days: 3), and this is call 3.
        \(advice)
        """)
  }

  @Test(arguments: [
    ("a()", nil, " --filter a"), ("`a test (2) isn't b`()", nil, " --filter 'a test .2. isn.t b'"),
    ("init()", nil, ""), ("setUp()", nil, ""), ("init()", "b()", " --filter b"),
  ])
  func aMissingFileExplainsHowToRecordIt(test: String, scope: String?, filter: String) async {
    func record() async -> String {
      await recording(folder, mode: .none, test: test) { Issue.record("it ran") }.text
    }
    let text = if let scope { await ProbedScope(scope).run(record) } else { await record() }
    #expect(
      text == """
        Recordings/test.json doesn't exist yet.
          Record it while the real implementation can be reached: FAKED_RECORD=missing swift test\(filter)
        """)
  }

  @Test func theFailureNamesAnUnencodableValue() async {
    let advice = "Make the type Codable, or stub the function: a stubbed call is not recorded."
    let acts: [((FakeWeather) throws -> Void, String)] = [
      (
        { $0.watch("Bern") { _ in } },
        """
        FakeWeather.watch("Bern", a closure) can't be recorded in Recordings/test.json: argument 2 has \
        the type (Int) -> (), which is not Codable.
          \(advice)
        """
      ),
      (
        { _ = $0.opaque(1) },
        """
        FakeWeather.opaque(1) can't be recorded in Recordings/test.json: its result has the type \
        Weather, which is not Codable.
          \(advice)
        """
      ),
      (
        { _ = try? $0.city(-1) },
        """
        FakeWeather.city(-1) can't be recorded in Recordings/test.json: it threw QuotaError(left: -1), and \
        `errors:` does not contain .init(QuotaError.self).
          \(advice)
        """
      ),
    ]
    for (act, text) in acts {
      let run = await folder.weather(.all) { try act($0) }
      #expect(run.failures == [text])
      #expect(folder.names == [])
    }
  }

  @Test func theFailureLocatesAResultOfAnotherType() async throws {
    await folder.recordBern()
    try folder.replace("\"high\" : 21", by: "\"high\" : \"x\"")
    let run = await folder.weather(.none) { _ = try await $0.forecast(for: "Bern", days: 3) }
    #expect(
      run.text == """
        Recordings/test.json, calls[0], FakeWeather.forecast(for: "Bern", days: 3): the recorded value \
        doesn't fit: days[1].high: Expected to decode Int but found a string instead.
          Record all calls again: FAKED_RECORD=all swift test --filter a
        """)
  }

  @Test func aPassingTestReportsWhatItRecorded() async {
    let first = await folder.weather(.all) { fake in
      for city in ["Bern", "Chur"] { _ = try await fake.forecast(for: city, days: 1) }
    }
    #expect(first.note == "Recorded 2 calls in Recordings/test.json.")
    let second = await folder.weather(.missing) { _ = try await $0.forecast(for: "Thun", days: 1) }
    #expect(second.note == "Recorded 1 call in Recordings/test.json.")
    let third = await folder.weather(.none) { _ = try await $0.forecast(for: "Thun", days: 1) }
    #expect(third.note == nil)
  }

  @Test func anUnknownModeIsRefused() throws {
    #expect(try RecordingMode.current([:]) == .none)
    #expect(try RecordingMode.current(["FAKED_RECORD": "check"]) == .check)
    #expect(
      throws: FakedError.invalidParameter(
        "FAKED_RECORD=yes is not a mode. Use all, missing, none, or check."
      )
    ) { try RecordingMode.current(["FAKED_RECORD": "yes"]) }
  }

  @Test(arguments: ["", "../x", "a//b", "/x", "a/./b"])
  func aNameOutsideTheFolderIsRefused(name: String) {
    #expect(throws: FakedError.self) {
      try RecordingFile(name, kind: "json", beside: "/tests/A.swift", in: nil)
    }
  }
}
