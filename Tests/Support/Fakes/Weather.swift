import Faked
import Foundation

package struct Day: Codable, Equatable {
  package var high: Int
  package var sky: String

  package init(high: Int, sky: String) {
    self.high = high
    self.sky = sky
  }
}

package struct Forecast: Codable, Equatable {
  package var city: String
  package var days: [Day]

  package init(city: String, days: [Day]) {
    self.city = city
    self.days = days
  }
}

package enum WeatherError: String, Error, Codable { case offline, unknownCity }
package struct QuotaError: Error, Codable, Equatable {
  package var left: Int

  package init(left: Int) { self.left = left }
}

/// A real implementation that counts its calls.
package final class Weather: Sendable {
  package let calls = Captured(0)
  package let answer: @Sendable (String, Int) throws -> Forecast

  package init(
    _ answer: @escaping @Sendable (String, Int) throws -> Forecast = { city, days in
      Forecast(city: city, days: (0..<days).map { Day(high: 20 + $0, sky: "clear") })
    }
  ) {
    self.answer = answer
  }

  package func forecast(_ city: String, _ days: Int) throws -> Forecast {
    calls.withValue { $0 += 1 }
    return try answer(city, days)
  }

  package static var unreachable: Weather {
    Weather { _, _ in throw URLError(.notConnectedToInternet) }
  }
}

package struct FakeWeather: Faked {
  package let instanceId = FakeInstance()
  package let forecast: FunctionID<(String, Int) -> Forecast, AsyncThrows> = "forecast(for:days:)"
  package let city: FunctionID<(Int) -> String?, Throws> = "city"
  package let check: FunctionID<(String) -> Void, ThrowsOnly<WeatherError>> = "check"
  package let load: FunctionID<(String) -> Int, AsyncThrowsOnly<WeatherError>> = "load"
  package let now: FunctionID<() -> Date, Returns> = "now"
  package let watch: FunctionID<(String, @escaping (Int) -> Void) -> Void, Returns> = "watch(_:_:)"
  package let opaque: FunctionID<(Int) -> Weather, Returns> = "opaque"
  package let named: FunctionID<(String) -> Int, Throws> = "named"
  package let namedAsync: FunctionID<(String) -> [String], AsyncThrows> = "namedAsync"
  package let real: Weather

  package init(_ real: Weather) { self.real = real }

  package func forecast(for city: String, days: Int) async throws -> Forecast {
    try await handleCall(\.forecast, city, days, real: try real.forecast(city, days))
  }
  package func city(_ id: Int) throws -> String? {
    try handleCall(\.city, id, real: try lookUp(id))
  }
  package func check(_ city: String) throws(WeatherError) {
    try handleCall(\.check, city, real: try checked(city))
  }
  package func load(_ city: String) async throws(WeatherError) -> Int {
    try await handleCall(\.load, city, real: try loaded(city))
  }
  package func time() -> Date {
    handleCall(\.now, real: Date(timeIntervalSinceReferenceDate: counted(7e8 + 0.123_456)))
  }
  package func watch(_ city: String, _ done: @escaping (Int) -> Void) {
    handleCall(\.watch, city, done, real: done(1))
  }
  package func opaque(_ id: Int) -> Weather { handleCall(\.opaque, id, real: real) }
  package func named(_ text: String) throws -> Int {
    try handleCall(\.named, text, real: counted(text.count))
  }
  package func namedAsync(_ text: String) async throws -> [String] {
    try await handleCall(\.namedAsync, text, real: counted([text]))
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

@MainActor package final class FakeScreen: Faked {
  package let titles: FunctionID<(Set<String>) -> [String: Int], Returns> = "titles"
  private let count: Int
  package init(_ count: Int) { self.count = count }
  package func titles(_ names: Set<String>) -> [String: Int] {
    handleCall(
      \.titles, names,
      real: Dictionary(uniqueKeysWithValues: names.map { ($0, $0.count + count) }))
  }
}
