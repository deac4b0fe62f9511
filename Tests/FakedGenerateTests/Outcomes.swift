import Foundation
import faked_generate

/// What the generator makes of the protocols of a source, which is compiled once for many tests.
struct Outcomes: Sendable {
  private let outcomes: [String: Outcome]

  init(of source: String) async throws {
    let compiler = Compiler()
    let writer = try FakeWriter(symbolGraphs: await compiler.graph(source))
    var outcomes: [String: Outcome] = [:]
    for name in writer.protocols(in: ["App"]) {
      for kind in [nil] + FakeKind.allCases {
        outcomes[Outcomes.key(name.name, kind)] = writer.fake(of: name, FakeStyle(kind: kind))
      }
    }
    self.outcomes = outcomes
  }

  func fake(of name: String, _ kind: FakeKind? = nil) -> GeneratedFake? {
    outcomes[Outcomes.key(name, kind)]?.fake
  }

  func refusal(of name: String, _ kind: FakeKind? = nil) -> Refusal? {
    outcomes[Outcomes.key(name, kind)]?.refusal
  }

  private static func key(_ name: String, _ kind: FakeKind?) -> String {
    "\(name) \(kind?.rawValue ?? "")"
  }
}

extension Outcome {
  var fake: GeneratedFake? { if case .written(let fake) = self { fake } else { nil } }
  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
