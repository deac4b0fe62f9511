/// Which calls a fault or a delay is for, whatever their arguments.
struct Layer {
  /// Asked once for each call that comes to it.
  let strikes: @Sendable () -> Bool
  /// The calls, as in `the first 2 calls`.
  let calls: String
  /// Why a call was left to what was taught before.
  let passed: String

  func condition<Arguments>() -> Condition<Arguments> {
    Condition(holds: { _ in strikes() }, mismatches: { _ in [passed] }, description: calls)
  }
}

/// What one `when(\.f)` teaches: a lesson of its steps, and above it those of its faults and delays.
///
/// Guarded by the lock of the instance, but for what is immutable.
final class Chain<Arguments, Output, Failure: Error> {
  typealias Taught = Lesson<Arguments, Output, Failure>

  private let instance: FakeInstance
  private let function: FunctionState<Arguments, Output, Failure>
  private let site: CallSite
  private let label: FunctionLabel
  /// The arguments that all of it is for.
  private var condition: Condition<Arguments>?
  /// The lesson that the function knows of from the start; the first step or fault makes use of it.
  private var begun: Taught?
  private var steps: Taught?
  /// Oldest first, each with its condition, given that of the chain.
  private var layers:
    [(lesson: Taught, condition: (Condition<Arguments>?) -> Condition<Arguments>)] =
      []

  init(
    teaching instance: FakeInstance, _ name: String, of fake: Any.Type, at site: CallSite,
    condition: Condition<Arguments>?
  ) {
    let lesson = Taught(site: site, condition: condition)
    self.instance = instance
    self.site = site
    self.condition = condition
    label = FunctionLabel(fake: fake, name: name)
    begun = lesson
    function = instance.begin(name, of: fake, lesson)
  }

  /// Adds steps; the first are what the function was taught, below the faults of the chain.
  func add(_ answers: [Taught.Answer], times: Int) {
    let added = ContiguousArray(answers.map { Taught.Step($0, times: times, site: site) })
    let hidden = instance.functions.withLock { _ -> Any? in
      if let steps { return function.add(added, to: steps) }
      let lesson = takeBegun()
      steps = lesson
      guard !layers.isEmpty else { return function.add(added, to: lesson) }
      lesson.steps.append(contentsOf: added)
      function.lessons.removeAll { known in layers.contains { $0.lesson === known } }
      return [function.add(lesson)] + layers.map { function.add($0.lesson) }
    }
    // What the hidden behaviors captured goes here, where no lock is held.
    withExtendedLifetime(hidden) {}
  }

  /// Lays a fault over what the chain has so far: the calls that `layer` holds for throw.
  func fail(_ layer: Layer, with error: Failure) {
    let site = site
    lay({ $0?.and(layer.condition()) ?? layer.condition() }) { lesson in
      lesson.steps = [.init(.sync { (_, _) throws(Failure) in throw error }, times: 1, site: site)]
    }
  }

  /// Lays a pause over what the chain has so far: every call waits, and then goes on to that.
  func pause(_ layer: Layer, _ wait: @escaping @Sendable () async throws -> Void) {
    // What answers the call afterwards tells the matchers of it, so the pause does not.
    lay({ ($0?.and(layer.condition()) ?? layer.condition()).untold }) { $0.close(.pause(wait)) }
  }

  private func lay(
    _ layered: @escaping (Condition<Arguments>?) -> Condition<Arguments>, _ make: (Taught) -> Void
  ) {
    let hidden = instance.functions.withLock { _ in
      let lesson = takeBegun()
      make(lesson)
      lesson.condition = layered(condition)
      layers.append((lesson, layered))
      return function.add(lesson)
    }
    withExtendedLifetime(hidden) {}
  }

  func add(_ added: Condition<Arguments>) {
    let replaced = instance.functions.withLock { _ in
      let old = ([begun, steps].map { $0?.condition }, condition, layers.map(\.lesson.condition))
      let new = condition?.and(added) ?? added
      condition = new
      begun?.condition = new
      steps?.condition = new
      for layer in layers { layer.lesson.condition = layer.condition(new) }
      return (old, function.unsettle())
    }
    withExtendedLifetime(replaced) {}
  }

  func stop(_ message: String) -> Never { fatalError("\(label) at \(site): \(message)") }

  /// The lesson that the function knows already, or another.
  private func takeBegun() -> Taught {
    defer { begun = nil }
    return begun ?? Taught(site: site, condition: condition)
  }
}
