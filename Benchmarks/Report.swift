import Foundation

/// The measured rows, as a table or as JSON.
struct Report {
  private struct Line: Encodable {
    let name: String
    let unit: String
    let median: Double
    let spread: Double
    let byHand: Double?
    let ratio: Double?
    let target: Double?
    let isMet: Bool?
  }

  let isQuick: Bool
  private var lines: [Line] = []

  init(isQuick: Bool) { self.isQuick = isQuick }

  mutating func add(_ row: Row, _ result: Result) {
    let target = isOptimized ? row.target : row.debugTarget
    let value = result.ratio ?? result.own.median
    lines.append(
      Line(
        name: row.name, unit: row.unit.rawValue, median: result.own.median,
        spread: result.own.spread, byHand: result.reference?.median, ratio: result.ratio,
        target: target,
        isMet: value.isNaN ? nil : target.map { row.unit == .gain ? value >= $0 : value <= $0 }))
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "unknown")
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = (try? encoder.encode(lines)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  var table: String {
    let width = lines.map(\.name.count).max() ?? 0
    let head =
      column("row", -width) + column("median", 12) + column("spread", 8)
      + column("by hand", 12) + column("ratio", 9) + column("target", 9) + "  met"
    let body = lines.map { line in
      let target = line.target.map { line.unit == "×" ? "≥ \(short($0))" : "≤ \(short($0))" }
      return column(line.name, -width)
        + column(line.median.isNaN ? "unknown" : "\(short(line.median)) \(line.unit)", 12)
        + column(line.spread.isNaN ? "" : "\(Int(line.spread * 100)) %", 8)
        + column(line.byHand.map { "\(short($0)) \(line.unit)" } ?? "", 12)
        + column(line.ratio.map { "\(short($0)) ×" } ?? "", 9)
        + column(target ?? "", 9) + (line.isMet.map { $0 ? "  yes" : "  NO" } ?? "")
    }
    let build = isOptimized ? "release" : "debug"
    let note = isQuick ? ", a quick run: no figures to quote" : ""
    return (["Faked, \(build) build\(note)", head] + body).joined(separator: "\n")
  }

  private func short(_ number: Double) -> String {
    String(format: abs(number) < 10 ? "%.2f" : "%.0f", number)
  }

  /// Returns the text aligned to the right of a column, or to the left if the width is negative.
  private func column(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + space : " " + space + text
  }
}
