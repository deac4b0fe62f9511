import Faked

/// Shows the orders of an exploration in a picture, and sums them up in a sentence.
///
/// The branches of the tree are events, such as calls and steps, if these decide which orders break. Otherwise,
/// they are the tasks that continue.
package struct ExplorationPicture: Sendable {
  private let explorer: OrderExplorer
  /// The choices of the orders that are known, and whether each is broken.
  private let orders: [(choices: [Choice], isBroken: Bool)]
  /// A Boolean value that indicates whether these are all orders.
  private let isComplete: Bool

  /// The number of orders that are run again to learn their events.
  private static let maxOrdersWithEvents = 500

  /// Creates the picture of findings. `nil` if no order is broken.
  package init?(of findings: ExplorationFindings, _ explorer: OrderExplorer) {
    guard !findings.brokenOrders.isEmpty else { return nil }
    self.explorer = explorer
    orders =
      findings.passingOrders.map { ($0, false) } + findings.brokenOrders.map { ($0, true) }
    isComplete =
      findings.sample == nil && findings.pendingCount == 0 && findings.divergence == nil
      && !findings.hasEndlessOrder && orders.count == findings.orderCount
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
      let run = await explorer.run(along: OrderPrefix(of: order.choices), keepsStory: true).run
      let path = run.story.compactMap(\.event).map { event in
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
    let choices = Dictionary(
      zip(paths.map(\.path), orders.map(\.choices)), uniquingKeysWith: { first, _ in first })
    let tree = PictureTree(of: paths)
    // Only the orders that the picture shows are run again.
    var runs: [Int: ScenarioRun] = [:]
    for example in tree.examples {
      let prefix = OrderPrefix(of: choices[tree.orders[example].path] ?? [])
      runs[example] = await explorer.run(along: prefix, keepsStory: true).run
    }
    return LabeledTree(tree: tree) { [runs] node in
      node.choices.flatMap { runs[node.example]?.labels(from: $0) ?? [] }
    }
  }
}

/// A thing that happens in a node.
private struct Label {
  let text: String
  /// A Boolean value that indicates whether a task continues that also did the thing before. A list of events leaves
  /// such a thing out.
  var isLeftOut = false
}

/// A tree of orders, and the things that happen in its nodes.
private struct LabeledTree {
  let tree: PictureTree
  let labels: (PictureTree.Node) -> [Label]

  func branch(_ node: PictureTree.Node) -> OrderPicture.Branch {
    OrderPicture.Branch(
      labels: labels(node).map(\.text), passingCount: node.passingCount,
      brokenCount: node.brokenCount, children: node.children.map(branch))
  }

  /// The maximum number of things that the sentence names.
  private static let maxNames = 4

  /// A sentence about the orders that break, if they have one beginning that no other order has.
  var sentence: String? {
    if tree.root.passingCount == 0 { return "Every order breaks." }
    let groups = tree.brokenGroups
    // The orders of a node without choices end where others, which begin in the same way, continue.
    guard groups.count == 1, let last = groups[0].last, last.brokenCount == tree.root.brokenCount,
      !last.choices.isEmpty
    else { return nil }
    let path = groups[0]
    // The first thing that a node does sets it apart from its siblings. What follows doesn't matter.
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
  /// The things that happen because of a choice: the chosen one, and events that follow without a choice.
  fileprivate func labels(from choice: Int) -> [Label] {
    guard choice < choiceSteps.count else { return [] }
    let end = choice + 1 < choiceSteps.count ? choiceSteps[choice + 1] : story.count
    let start = min(choiceSteps[choice], end)
    return (start..<end).compactMap { place in
      let step = story[place]
      if let event = step.event { return Label(text: event) }
      guard place == start else { return nil }
      let continues = place > 0 && story[place - 1].task == step.task
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
