import FakedRecording
import Foundation

struct Day: Codable, Equatable {
  var high: Int
  var sky: String
}

struct Forecast: Codable, Equatable {
  var city: String
  var days: [Day]
}

enum WeatherError: Error, Equatable, CaseIterable { case offline, unknownCity }
struct QuotaError: Error, Codable, Equatable { var left: Int }

/// The real thing, which tells how often it was asked.
final class Weather: Sendable {
  let calls = Captured(0)
  let answer: @Sendable (String, Int) throws -> Forecast

  init(
    _ answer: @escaping @Sendable (String, Int) throws -> Forecast = { city, days in
      Forecast(city: city, days: (0..<days).map { Day(high: 20 + $0, sky: "clear") })
    }
  ) {
    self.answer = answer
  }

  func forecast(_ city: String, _ days: Int) throws -> Forecast {
    calls.withValue { $0 += 1 }
    return try answer(city, days)
  }

  static var unreachable: Weather { Weather { _, _ in throw URLError(.notConnectedToInternet) } }

  /// There to be recorded by `FAKED_RECORD=all`, and away otherwise.
  static func asRecorded() throws -> Weather {
    try RecordingMode.current() == .none ? unreachable : Weather()
  }
}

struct FakeWeather: Faked {
  let instanceId = FakeInstance()
  let forecast: FunctionID<(String, Int) -> Forecast, AsyncThrows> = "forecast(for:days:)"
  let city: FunctionID<(Int) -> String?, Throws> = "city"
  let check: FunctionID<(String) -> Void, ThrowsOnly<WeatherError>> = "check"
  let load: FunctionID<(String) -> Int, AsyncThrowsOnly<WeatherError>> = "load"
  let now: FunctionID<() -> Date, Returns> = "now"
  let watch: FunctionID<(String, @escaping (Int) -> Void) -> Void, Returns> = "watch(_:_:)"
  let opaque: FunctionID<(Int) -> Weather, Returns> = "opaque"
  let named = "named"
  let namedAsync = "namedAsync"
  let real: Weather

  init(_ real: Weather) { self.real = real }

  func forecast(for city: String, days: Int) async throws -> Forecast {
    try await handleCall(\.forecast, city, days, real: try real.forecast(city, days))
  }
  func city(_ id: Int) throws -> String? {
    try handleCall(\.city, id, real: try lookUp(id))
  }
  func check(_ city: String) throws(WeatherError) {
    try handleCall(\.check, city, real: try checked(city))
  }
  func load(_ city: String) async throws(WeatherError) -> Int {
    try await handleCall(\.load, city, real: try loaded(city))
  }
  func time() -> Date {
    handleCall(\.now, real: Date(timeIntervalSinceReferenceDate: counted(7e8 + 0.123_456)))
  }
  func watch(_ city: String, _ done: @escaping (Int) -> Void) {
    handleCall(\.watch, city, done, real: done(1))
  }
  func opaque(_ id: Int) -> Weather { handleCall(\.opaque, id, real: real) }
  func named(_ text: String) throws -> Int {
    try handleCall(\.named, params: text, real: counted(text.count))
  }
  func namedAsync(_ text: String) async throws -> [String] {
    try await handleAsyncCall(\.namedAsync, params: text, real: counted([text]))
  }

  private func counted<Value>(_ value: Value) -> Value {
    real.calls.withValue { $0 += 1 }
    return value
  }
  private func lookUp(_ id: Int) throws -> String? {
    if id < 0 { throw QuotaError(left: counted(id)) }
    return counted(id == 0 ? nil : "City \(id)")
  }
  private func checked(_ city: String) throws(WeatherError) {
    if counted(city).isEmpty { throw .unknownCity }
  }
  private func loaded(_ city: String) throws(WeatherError) -> Int {
    if counted(city).isEmpty { throw .offline }
    return city.count
  }
}

actor FakeStation: Faked {
  nonisolated let read: FunctionID<(Int) -> Double, AsyncReturns> = "read"
  private let value: Double
  init(_ value: Double) { self.value = value }
  func read(_ id: Int) async -> Double { await handleCall(\.read, id, real: value) }
}

@MainActor final class FakeScreen: Faked {
  let titles: FunctionID<(Set<String>) -> [String: Int], Returns> = "titles"
  private let count: Int
  init(_ count: Int) { self.count = count }
  func titles(_ names: Set<String>) -> [String: Int] {
    handleCall(
      \.titles, names,
      real: Dictionary(uniqueKeysWithValues: names.map { ($0, $0.count + count) }))
  }
}
