/// The first places at which two values differ that are known to be unequal, for a text.
///
/// Runs no `==` of the user: a part of such a type is compared by its own parts. Gives up on values of
/// very many parts, with the values as a whole.
func shownDifferences(expected: Any?, actual: Any?) -> String {
  var comparison = StructuralComparison(runsEquality: false)
  comparison.compare(expected, actual, at: "")
  let mostShown = StructuralComparison.mostShown
  var differences = comparison.differences
  if differences.isEmpty {
    comparison.addWhole(expected as Any, actual as Any, at: "")
    differences = comparison.differences
  }
  let more = comparison.isCut || differences.count > mostShown ? ["…"] : []
  return (differences.prefix(mostShown).map(\.description) + more).joined(separator: "; ")
}
