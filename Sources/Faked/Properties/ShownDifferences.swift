/// Returns the first differences between two values that are known to be unequal, for a message.
///
/// Runs no `==` of the user: values of such types are compared part by part. If values have too many parts, the
/// result shows them as a whole.
func shownDifferences(expected: Any?, actual: Any?) -> String {
  var comparison = StructuralComparison(runsEquality: false)
  comparison.compare(expected, actual, at: "")
  let maxShown = StructuralComparison.maxShown
  var differences = comparison.differences
  if differences.isEmpty {
    comparison.addWhole(expected as Any, actual as Any, at: "")
    differences = comparison.differences
  }
  let more = comparison.isCut || differences.count > maxShown ? ["…"] : []
  return (differences.prefix(maxShown).map(\.description) + more).joined(separator: "; ")
}
