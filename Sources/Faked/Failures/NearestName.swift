/// The name nearest to one that does not exist, or `nil` when none is so near that a slip of the
/// fingers explains it.
///
/// Costs the product of both lengths for each name, so it belongs on paths that already failed.
package func nearestName(to name: String, among names: [String]) -> String? {
  let wanted = Array(name.lowercased())
  let near = names.sorted().compactMap { candidate -> (name: String, distance: Int)? in
    let letters = Array(candidate.lowercased())
    let distance = editDistance(from: wanted, to: letters)
    let isNear = distance <= max(1, max(wanted.count, letters.count) / 3)
    return isNear && distance < wanted.count ? (candidate, distance) : nil
  }
  return near.min { $0.distance < $1.distance }?.name
}

/// How many letters to insert, remove, replace or swap with their neighbor.
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
