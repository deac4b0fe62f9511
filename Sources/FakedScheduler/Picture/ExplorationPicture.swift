import Faked

/// Shows the orders of an exploration in a picture, and sums them up in a sentence.
///
/// The branches of the tree are events, such as calls and steps, if these decide which orders break. Otherwise,
/// they are the tasks that continue.
package struct ExplorationPicture: Sendable {
  private let explorer: OrderExplorer
  /// An order that is known.
  private struct Order {
    let choices: [Choice]
    let isBroken: Bool
    /// The run of a broken order that must not be run again.
    var onlyRun: ScenarioRun?
  }
  private let orders: [Order]
  /// A Boolean value that indicates whether these are all orders.
  private let isComplete: Bool

  /// The number of orders that are run again to learn their events.
  private static let maxOrdersWithEvents = 500

  /// Creates the picture of the orders. `nil` if no order is broken.
  package init?(of explored: ExploredOrders, _ explorer: OrderExplorer) {
    guard !explored.brokenOrders.isEmpty else { return nil }
    self.explorer = explorer
    orders =
      explored.passingOrders.map { Order(choices: $0, isBroken: false) }
      + explored.brokenOrders.map {
        Order(choices: $0, isBroken: true, onlyRun: explorer.onlyRun(of: $0, in: explored))
      }
    isComplete =
      explored.sample == nil && explored.pendingCount == 0 && explored.divergence == nil
      && !explored.hasEndlessOrder && orders.count == explored.orderCount
  }

  /// Returns the picture, and a sentence about the orders that break.
  ///
  /// The sentence names their common beginning, as in ``All 8 orders that begin with `get`, `refresh` break.`` It is
  /// `nil` if there is no short one.
  ///
  /// - Parameter title: The first line of the picture.
  package func draw(title: String) async -> (svg: String, sentence: String?) {
    let tree = if let tree = await treeOfEvents() { tree } else { await treeOfChoices() }
    let svg = OrderPicture(title: title, root: tree.branch(tree.tree.root)).svg
    return (svg, isComplete ? tree.sentence : nil)
  }

  /// Returns the tree of the events. `nil` if the same events lead to orders that pass and orders that break.
  private func treeOfEvents() async -> LabeledTree? {
    guard orders.count <= Self.maxOrdersWithEvents else { return nil }
    var numbers: [String: Int] = [:]
    var paths: [PictureTree.Order] = []
    for order in orders {
      let path = await run(of: order).story.compactMap(\.event).map { event in
        let number = numbers[event] ?? numbers.count
        numbers[event] = number
        return number
      }
      paths.append(.init(path, isBroken: order.isBroken))
    }
    var names = [String](repeating: "", count: numbers.count)
    for (name, number) in numbers { names[number] = name }
    guard !PictureTree(of: paths, maxLeaves: .max).hasMixedLeaf else { return nil }
    let tree = PictureTree(of: paths)
    return LabeledTree(tree: tree) { node in
      tree.orders[node.example].path[node.choices].map { number in
        Label(text: names[number])
      }
    }
  }

  /// Returns the tree of the tasks that continue, and of the events that follow.
  private func treeOfChoices() async -> LabeledTree {
    let paths = orders.map { order in
      PictureTree.Order(order.choices.map(\.chosen), isBroken: order.isBroken)
    }
    let orders = Dictionary(
      zip(paths.map(\.path), orders), uniquingKeysWith: { first, _ in first })
    let tree = PictureTree(of: paths)
    // Only the orders that the picture shows are run again.
    var runs: [Int: ScenarioRun] = [:]
    for example in tree.examples {
      guard let order = orders[tree.orders[example].path] else { continue }
      runs[example] = await run(of: order)
    }
    return LabeledTree(tree: tree) { [runs] node in
      node.choices.flatMap { runs[node.example]?.labels(from: $0) ?? [] }
    }
  }

  private func run(of order: Order) async -> ScenarioRun {
    if let run = order.onlyRun { return run }
    return await explorer.run(along: OrderPrefix(of: order.choices), keepsStory: true).run
  }
}

/// An event in a node.
private struct Label {
  let text: String
  /// A Boolean value that indicates whether the same task had the event before. A list of events leaves out such an
  /// event.
  var isLeftOut = false
}

/// A tree of orders, and the events in its nodes.
private struct LabeledTree {
  let tree: PictureTree
  let labels: (PictureTree.Node) -> [Label]

  func branch(_ node: PictureTree.Node) -> OrderPicture.Branch {
    OrderPicture.Branch(
      labels: labels(node).map(\.text), passingCount: node.passingCount,
      brokenCount: node.brokenCount, children: node.children.map(branch))
  }

  /// The maximum number of events that the sentence names.
  private static let maxNames = 4

  /// A sentence about the orders that break, if they have one beginning that no other order has.
  var sentence: String? {
    let groups = tree.brokenGroups
    // The orders of a node without choices end where others, which begin in the same way, continue.
    guard groups.count == 1, let last = groups[0].last, last.brokenCount == tree.root.brokenCount,
      !last.choices.isEmpty
    else { return nil }
    let path = groups[0]
    // The first event of a node sets it apart from its siblings. What follows doesn't matter.
    let names = path.dropLast().flatMap(labels) + labels(last).prefix(1)
    // The sentence must agree with the list of events.
    guard (1...Self.maxNames).contains(names.count), !names.contains(where: \.isLeftOut)
    else { return nil }
    let list = names.map { "`\($0.text)`" }.joined(separator: ", ")
    switch last.count {
    case 1: return "Only the order that begins with \(list) breaks."
    case 2: return "Both orders that begin with \(list) break."
    case let count: return "All \(count) orders that begin with \(list) break."
    }
  }
}

extension ScenarioRun {
  /// The events because of a choice: the chosen one, and those that follow without a choice.
  fileprivate func labels(from choice: Int) -> [Label] {
    guard choice < choiceSteps.count else { return [] }
    let end = choice + 1 < choiceSteps.count ? choiceSteps[choice + 1] : story.count
    let start = min(choiceSteps[choice], end)
    return (start..<end).compactMap { index in
      let step = story[index]
      if let event = step.event { return Label(text: event) }
      guard index == start else { return nil }
      let continues = index > 0 && story[index - 1].task == step.task
      return Label(text: step.continuation, isLeftOut: continues)
    }
  }
}

extension StoryEvent {
  /// The task and its step: `task 1 starts` or `task 1 continues at Engine.swift:12 in Engine.push()`.
  fileprivate var continuation: String {
    let task = task ?? "a task"
    if isStart { return task + " starts" }
    let site = CallSite(firstOf: resumePoints.map { CodeAddress(UInt64($0), .resumes) })
    return task + " continues" + (site.map { " at \($0)" } ?? "")
  }
}
