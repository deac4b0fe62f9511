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
          Record it again: FAKED_RECORD=all swift test --filter a
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
      URLError(.timedOut), CancellationError(), POSIXError(.ENOENT), CocoaError(.fileNoSuchFile),
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

  @Test func twoErrorTypesWithOneShortNameAreKeptApart() async {
    let errors = [
      RecordedError(FirstErrors.Failure.self), RecordedError(SecondErrors.Failure.self),
    ]
    for mode in [RecordingMode.all, .none] {
      await folder.passes(mode, errors: errors) { _ in
        let disk = FakeWeather(Weather { _, _ in throw FirstErrors.Failure.full })
        let lock = FakeWeather(Weather { _, _ in throw SecondErrors.Failure.full })
        _ = try disk.named("a")
        await #expect(throws: FirstErrors.Failure.full) {
          try await disk.forecast(for: "Bern", days: 1)
        }
        await #expect(throws: SecondErrors.Failure.full) {
          try await lock.forecast(for: "Bern", days: 2)
        }
      }
    }
    #expect(folder.text().contains("\"FirstErrors.Failure\" : \"full\""))
  }
}

private enum FirstErrors {
  enum Failure: String, Error, Codable { case full }
}
private enum SecondErrors {
  enum Failure: String, Error, Codable { case full }
}
