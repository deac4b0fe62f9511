import Foundation

/// The work itself, once it is clear what is asked for: read, write, compare, report.
struct Work {
  let tool: Tool
  let options: Options
  let folders: OutputFolder
  var tests: [PluginRequest.Target] = []

  func run(_ sources: [Source], symbolGraphs: [URL]) throws -> RunStatus {
    let writer = try FakeWriter(symbolGraphs: symbolGraphs)
    let modules = sources.map(\.module)
    let chosen = try ProtocolChoice(
      options.protocols, among: writer.protocols(in: modules), of: modules
    ).chosen
    var progress = ProgressLine(
      total: chosen.count, isTerminal: tool.isTerminal, write: tool.sayError)
    var jobs: [Job] = []
    for name in chosen {
      let folder = sources.first { $0.module == name.module }?.folder
      if let folder {
        let outcome = writer.fake(of: name, FakeStyle(kind: options.kind))
        jobs.append(Job(protocol: name, folder: folder, outcome: outcome))
      }
      progress.advance(name.qualifiedName)
    }
    let generation = Generation(
      mode: options.mode, overwrites: options.overwrites,
      showsPartials: !options.protocols.isEmpty, folders: folders)
    let report = Report(
      mode: options.mode,
      entries: generation.run(jobs) + problems(of: sources, chosen),
      hints: hints(for: jobs))
    tool.say(report.text)
    return report.status
  }

  /// Targets without a folder, and targets without a protocol where one was expected.
  private func problems(of sources: [Source], _ chosen: [ProtocolName]) -> [Entry] {
    let counts = Dictionary(grouping: chosen, by: \.module).mapValues(\.count)
    let homeless = sources.compactMap { source in
      source.problem.flatMap { problem in
        counts[source.module].map { Entry(.refused, "\(source.name): \(problem)", protocols: $0) }
      }
    }
    if !chosen.isEmpty, options.targets.isEmpty || !options.protocols.isEmpty {
      return homeless
    }
    let empty = sources.filter { counts[$0.module] == nil }.map(\.name)
    if empty.isEmpty { return homeless }
    let verb = empty.count == 1 ? "has" : "have"
    return homeless + [
      Entry(.refused, "\(list(empty, "and")) \(verb) no protocol to fake.", protocols: 0)
    ]
  }

  /// Test targets that cannot import the library yet.
  private func hints(for jobs: [Job]) -> [String] {
    tests.filter { test in
      !test.modules.contains("Faked")
        && jobs.contains { $0.url.path.hasPrefix(URL(filePath: test.folder).path + "/") }
    }.map {
      "\($0.name) cannot import Faked yet. Add to its dependencies: "
        + #".product(name: "FakedTesting", package: "Faked")"#
    }
  }
}
