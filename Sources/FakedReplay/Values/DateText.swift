import Foundation

/// Dates in ISO 8601, in UTC, with as many decimal places of a second as the date needs.
package enum DateText {
  /// Returns `nil` for a date that is not a number, or is more than 3,000 years away from 2001.
  package static func text(of date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e11 else { return nil }
    let floor = seconds.rounded(.down)
    for digits in 0...12 {
      let scale = pow(10, Double(digits))
      let fraction = ((seconds - floor) * scale).rounded()
      let (whole, part) = fraction == scale ? (floor + 1, 0) : (floor, fraction)
      let text = text(Int64(whole), fraction: Int64(part), digits)
      if digits == 12 || self.date(text) == date { return text }
    }
    return nil
  }

  package static func date(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { "-:TZ.".contains($0) }).map { Int64($0) }
    let isNegative = text.hasPrefix("-")
    guard text.hasSuffix("Z"), parts.count == 6 || parts.count == 7,
      let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
      let minute = parts[4], let second = parts[5], 1...12 ~= month, 1...31 ~= day,
      0...1_000_000 ~= year, 0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    let days = daysFromCivil(isNegative ? -year : year, month, day)
    // The date doesn't exist if it is after the end of its month.
    guard civil(fromDays: days).1 == month else { return nil }
    let whole = Double(((days * 24 + hour) * 60 + minute) * 60 + second - secondsTo2001)
    guard parts.count == 7, let dot = text.firstIndex(of: ".") else {
      return Date(timeIntervalSinceReferenceDate: whole)
    }
    let digits = text[text.index(after: dot)...].dropLast()
    guard digits.utf8.count <= 18, digits.utf8.allSatisfy({ 48...57 ~= $0 }),
      let fraction = Double(digits)
    else { return nil }
    return Date(
      timeIntervalSinceReferenceDate: whole + fraction / pow(10, Double(digits.count)))
  }

  /// The seconds from 1970 to 2001.
  private static let secondsTo2001: Int64 = 978_307_200

  private static func text(_ seconds: Int64, fraction: Int64, _ digits: Int) -> String {
    let seconds = seconds + secondsTo2001
    let days = Int64((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - days * 86_400
    let (year, month, day) = civil(fromDays: days)
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { padded($0, 2) }
    let part = digits == 0 ? "" : "." + padded(fraction, digits)
    return (year < 0 ? "-" : "") + "\(padded(abs(year), 4))-\(padded(month, 2))-\(padded(day, 2))T"
      + clock.joined(separator: ":") + part + "Z"
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  // The calendar of ISO 8601, in eras of 400 years that begin on March 1.
  private static func daysFromCivil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(fromDays days: Int64) -> (Int64, Int64, Int64) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

/// Data as text if it is text, and otherwise in base64. A prefix marks the form.
package enum DataText {
  package static func text(of data: Data) -> String {
    if let text = String(data: data, encoding: .utf8), Data(text.utf8) == data,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || "\n\r\t".unicodeScalars.contains($0) })
    {
      return "text:" + text
    }
    return "base64:" + data.base64EncodedString()
  }

  package static func data(_ text: String) -> Data? {
    if text.hasPrefix("text:") { return Data(text.utf8.dropFirst(5)) }
    guard text.hasPrefix("base64:") else { return nil }
    return Data(base64Encoded: String(text.dropFirst(7)))
  }
}
