/// Returns the indices of the nearest candidates, fewest mismatches first.
///
/// - Parameters:
///   - bits: The mismatches of each candidate, one bit for each argument that differs.
///   - most: The maximum number of indices to return.
///   - ofMismatches: A Boolean value that indicates whether to leave out candidates without a mismatch.
@usableFromInline
package func nearestIndices(_ bits: [UInt64], _ most: Int, ofMismatches: Bool = false) -> [Int] {
  var indices = Array(repeating: [Int](), count: 65)
  // Skip candidates with this number of mismatches or more.
  var enough = 65
  for (index, bits) in bits.enumerated() where !ofMismatches || bits != 0 {
    let count = bits.nonzeroBitCount
    guard count < enough else { continue }
    indices[count].append(index)
    if indices[count].count == most { enough = count }
  }
  return Array(indices.joined().prefix(most))
}
