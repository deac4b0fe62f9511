/// Returns at most three names that are similar to a mistyped one, the nearest first.
///
/// Each comparison costs the product of both lengths, so it ignores very long names.
package func nearestNames(to name: String, among names: [String]) -> [String] {
  guard name.utf8.count <= longestName else { return [] }
  let wanted = Array(name.lowercased())
  return names.compactMap { candidate -> (name: String, distance: Int)? in
    guard candidate.utf8.count <= longestName else { return nil }
    let letters = Array(candidate.lowercased())
    let limit = max(2, (wanted.count + letters.count) / 3)
    guard abs(wanted.count - letters.count) <= limit else { return nil }
    // A replaced letter counts twice: one is removed, and one is inserted.
    let distance = wanted.difference(from: letters).count
    let isNear = distance <= limit && distance < wanted.count + letters.count
    return isNear ? (candidate, distance) : nil
  }
  .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  .prefix(3).map(\.name)
}

private let longestName = 200

/// Returns names as part of a sentence: `a`, `a or b`, `a, b, or c`.
func list(_ names: [String], _ conjunction: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  let comma = names.count > 2 ? "," : ""
  return names.dropLast().joined(separator: ", ") + comma + " \(conjunction) " + last
}
