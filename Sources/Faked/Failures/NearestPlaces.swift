/// Returns the indices of the nearest candidates, fewest mismatches first.
///
/// - Parameters:
///   - bits: The mismatches of each candidate, one bit for each argument that differs.
///   - most: The maximum number of indices to return.
///   - ofMismatches: A Boolean value that indicates whether to leave out candidates without a mismatch.
@usableFromInline
package func nearestPlaces(_ bits: [UInt64], _ most: Int, ofMismatches: Bool = false) -> [Int] {
  var places = Array(repeating: [Int](), count: 65)
  // Once enough candidates have fewer mismatches, skip the rest.
  var enough = 65
  for (place, bits) in bits.enumerated() where !ofMismatches || bits != 0 {
    let count = bits.nonzeroBitCount
    guard count < enough else { continue }
    places[count].append(place)
    if places[count].count == most { enough = count }
  }
  return Array(places.joined().prefix(most))
}
