import Dispatch
import Foundation

/// Transforms each element, on all cores, and returns the results in order.
func parallelMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Result
) -> [Result] {
  // Portions are small, because some elements take longer than others.
  let size = max(1, min(32, elements.count / 8))
  let starts = Array(stride(from: 0, to: elements.count, by: size))
  let collected = Portions<Result>()
  DispatchQueue.concurrentPerform(iterations: starts.count) { index in
    let part = elements[starts[index]..<min(starts[index] + size, elements.count)]
    collected.add(part.map(transform), at: index)
  }
  return collected.inOrder
}

/// Unchecked, because the one variable is only used under the lock.
private final class Portions<Element>: @unchecked Sendable {
  private let lock = NSLock()
  private var portions: [Int: [Element]] = [:]

  func add(_ portion: [Element], at index: Int) {
    lock.lock()
    defer { lock.unlock() }
    portions[index] = portion
  }

  var inOrder: [Element] {
    portions.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}
