/// Returns the name that is nearest to an unknown name, or `nil` if no name is similar enough for a typing error.
///
/// Compares the first thousand names, and only names of at most 100 bytes.
package func nearestName(to name: String, among names: [String]) -> String? {
  guard name.utf8.count <= longestName else { return nil }
  let wanted = Array(name.lowercased())
  var nearest: (name: String, distance: Int)?
  for candidate in names.prefix(maxNames) where candidate.utf8.count <= longestName {
    let letters = Array(candidate.lowercased())
    let limit = max(1, max(wanted.count, letters.count) / 3)
    guard abs(wanted.count - letters.count) <= limit else { continue }
    let distance = editDistance(from: wanted, to: letters)
    guard distance <= limit, distance < wanted.count else { continue }
    // Of equally near names, take the first in the alphabet.
    if let known = nearest, (known.distance, known.name) <= (distance, candidate) { continue }
    nearest = (candidate, distance)
  }
  return nearest?.name
}

private let longestName = 100
private let maxNames = 1_000

/// Returns the number of letters to insert, remove, replace, or swap with their neighbor.
private func editDistance(from old: [Character], to new: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...new.count)
  for (row, letter) in old.enumerated() {
    var current = [row + 1]
    for (column, other) in new.enumerated() {
      var least = min(
        last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == new[column - 1], other == old[row - 1] {
        least = min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    (beforeLast, last) = (last, current)
  }
  return last[new.count]
}
