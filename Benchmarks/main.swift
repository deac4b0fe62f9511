// swift run -c release FakedBenchmarks [--json] [--quick] [--only TEXT]
//
// Each row alternates with a handwritten fake in the same process: compare the ratios, not the
// nanoseconds.

import Dispatch
import Foundation

// The main queue runs the jobs of schedulers, so the measurements have a thread of their own.
Thread.detachNewThread {
  let options = Options(CommandLine.arguments.dropFirst())
  keepMemoryWarm()
  becomeMultithreaded()
  let rows =
    callRows + heldRows + exploreRows + replayRows + scaleRows + lifecycleRows + threadRows
    + memoryRows + scopeRows
    + sketchRows
  if let once = options.once {
    guard let row = rows.first(where: { $0.name == once.row }) else {
      Options.refuse("no row has the name \(once.row)")
    }
    _ = once.side == "faked" ? row.subject(once.count) : row.reference?(once.count)
  } else {
    var report = Report(isQuick: options.isQuick)
    for row in rows where options.includes(row.name) {
      progress("measuring \(row.name) …")
      report.add(
        row, row.measure(rounds: options.isQuick ? 3 : 15, scale: options.isQuick ? 20 : 1))
    }
    progress("")
    print(options.asJSON ? report.json : report.table)
  }
  exit(0)
}
dispatchMain()
