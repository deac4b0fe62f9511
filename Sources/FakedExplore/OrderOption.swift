extension Int {
  /// The number of orders in which so many calls and steps can end that wait at the same time.
  var orders: Double { (0..<Swift.max(0, self)).reduce(1.0) { $0 * Double($1 + 1) } }
}
