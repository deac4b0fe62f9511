import Faked

/// The calls of a run by their places; one of inner runs has the same place in all of them.
struct CallPlaces<Call> {
  /// In order.
  var calls: [Call] = []
  private var places: [NestedRun.CallName: Int] = [:]

  /// The place that a call has since an inner run before.
  subscript(name: NestedRun.CallName?) -> Int? { name.flatMap { places[$0] } }

  /// Gives a call that has none yet the next place.
  mutating func add(_ call: Call, _ name: NestedRun.CallName?) -> Int {
    if let name { places[name] = calls.count }
    calls.append(call)
    return calls.count - 1
  }
}
