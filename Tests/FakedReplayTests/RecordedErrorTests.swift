import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordedErrorTests {
  let folder = TemporaryFolder()

  @Test func anErrorWithACustomFormIsRecorded() async {
    let errors = [
      RecordedError(QuotaError.self, encode: \.left, decode: { QuotaError(left: $0) })
    ]
    await folder.twice(errors: errors) { fake in
      #expect(throws: QuotaError(left: -7)) { try fake.city(-7) }
    }
    #expect(folder.text().contains("\"QuotaError\" : -7"))
  }

  @Test func aRecordedErrorWithoutAFormFailsTheCall() async {
    let errors = [
      RecordedError(QuotaError.self, encode: \.left, decode: { QuotaError(left: $0) })
    ]
    _ = await folder.weather(.all, errors: errors) { fake in
      _ = try fake.city(1)
      _ = try? fake.city(-7)
    }
    let run = await folder.weather(.none) { _ = try $0.city(-7) }
    #expect(
      run.text == """
        Recordings/test.json, calls[1], FakeWeather.city(-7): the recorded value doesn't fit: it threw \
        QuotaError, but `errors:` does not contain .init(QuotaError.self).
          Record all calls again: FAKED_RECORD=all swift test --filter a
        """)
  }

  @Test func anUnencodableErrorExplainsTheReason() async {
    let errors = [
      RecordedError(QuotaError.self, encode: { _ in Decimal.nan }, decode: { _ in .init(left: 0) })
    ]
    let run = await folder.weather(.all, errors: errors) { _ = try? $0.city(-1) }
    let text = run.failures.first ?? ""
    #expect(
      text.hasPrefix(
        "FakeWeather.city(-1) can't be recorded in Recordings/test.json: it threw "
          + "QuotaError(left: -1), which can't be encoded: "))
  }

  @Test func commonErrorsAreRecorded() async {
    let errors: [any Error] = [
      URLError(.badServerResponse), CancellationError(), POSIXError(.ENOENT),
      CocoaError(.fileNoSuchFile),
    ]
    for mode in [RecordingMode.all, .none] {
      await folder.passes(mode) { _ in
        for (number, error) in errors.enumerated() {
          let fake = FakeWeather(Weather { _, _ in throw error })
          // A recording of only errors may be the recording of an outage.
          _ = try fake.named("\(number)")
          await #expect {
            try await fake.forecast(for: "Bern", days: number)
          } throws: {
            type(of: $0) == type(of: error) && ($0 as NSError).code == (error as NSError).code
          }
          #expect(fake.real.calls.value == (mode == .all ? 2 : 0))
        }
      }
    }
  }
}
