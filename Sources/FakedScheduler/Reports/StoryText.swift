import Faked

extension OrderStory {
  /// The numbers of lines at the beginning and at the end of a long story that are shown. The end of a story that is
  /// cut is not known.
  private var shownLines: (first: Int, last: Int) { countIfCut == nil ? (70, 30) : (100, 0) }

  /// The events of the order that fails, one line each. The line at which it differs from the nearest order that
  /// passes is marked. A long story is shortened.
  func lines() -> [String] {
    let (segments, shown) = (segments, shownLines)
    var lines: [String] = []
    var leftOut = 0
    for (index, segment) in segments.enumerated() {
      let isDivergence = divergence.map(segment.range.contains) ?? false
      let isInTheMiddle =
        index >= shown.first && index < segments.count - shown.last
      if isInTheMiddle, !isDivergence {
        leftOut += 1
        continue
      }
      if leftOut > 0 { lines.append("  … \(leftOut) more …") }
      leftOut = 0
      var line = "\(isDivergence ? ">" : " ") \(index + 1). \(segment.text)"
      if isDivergence, let passingEvent {
        line += "   (an order that passes: \(Segment(passingEvent).title))"
      }
      lines.append(line)
    }
    if let countIfCut {
      let end = wasStopped ? "was stopped" : "ended"
      lines.append("  … and so on. The run \(end) after \(grouped(countIfCut)) events.")
    }
    return lines
  }

  /// Consecutive steps of one task, or one event.
  private struct Segment {
    let title: String
    let site: CallSite?
    var range: Range<Int>

    init(_ event: StoryEvent, at index: Int = 0) {
      title = event.title
      site = event.place
      range = index..<index + 1
    }

    var text: String { site.map { "\(title)     \($0)" } ?? title }
  }

  private var segments: [Segment] {
    var segments: [Segment] = []
    for (index, event) in events.enumerated() {
      // A task that continues after its own event or step gets no new line, unless the orders differ here.
      let isSameTask = index > 0 && events[index - 1].task == event.task
      if event.event == nil, isSameTask, index != divergence, !segments.isEmpty {
        let last = segments.count - 1
        segments[last].range = segments[last].range.lowerBound..<index + 1
      } else {
        segments.append(Segment(event, at: index))
      }
    }
    return segments
  }
}

extension StoryEvent {
  /// The task and what it does.
  fileprivate var title: String {
    let task = task ?? ""
    return event.map { task.isEmpty ? $0 : "\(task): \($0)" }
      ?? "\(task) \(isStart ? "starts" : "continues")"
  }

  fileprivate var place: CallSite? {
    site ?? CallSite(resumingAt: resumePoints) ?? CallSite(outsideFakes: creators)
  }

  /// The event in a sentence: `a: FakeStore.load() returns (Store.swift:7)`.
  var phrase: String { title + (place.map { " (\($0))" } ?? "") }
}
