import Faked
import FakedReplay
import Foundation

/// The time to read a 10 MB file and to replay its 10,000 calls.
var replayRows: [Row] {
  [
    Row(name: "a replayed call, of 10,000 in a file of 10 MB", count: 10_000, subject: replayed)
  ]
}

private struct Page: Codable {
  var number: Int
  var lines: [String]
}

private struct Library: Faked {
  let instanceId = FakeInstance()
  let page: FunctionID<(Int) -> Page, Throws> = "page"
  let original: @Sendable (Int) -> Page
  func page(_ number: Int) throws -> Page {
    try handleCall(\.page, number, real: original(number))
  }
}

/// Records a file with `count` calls.
private func recorded(_ count: Int) -> RecordingFile {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("FakedBenchmarks-\(UUID()).json").path
  let file = RecordingFile(path: path)
  let lines = (0..<14).map { "Line \($0): " + String(repeating: "recorded ", count: 5) }
  run(file, .all, count, Library { Page(number: $0, lines: lines) })
  return file
}

private func run(
  _ file: RecordingFile, _ mode: RecordingMode, _ count: Int, _ library: @autoclosure () -> Library
) {
  let scope = TestScope(
    "replay", reporter: .init(now: { _ in true }, late: { _ in }, note: { _ in }))
  TestScope.$current.withValue(scope) {
    let recorder = try? Recorder(file, CallFormat(), mode: mode, test: "replay")
    let player = recorder.map { CallPlayer($0) }
    scope.record(with: player)
    let library = library()
    for number in 0..<count {
      precondition((try? library.page(number))?.number == number)
    }
    precondition(recorder?.end(nil).failures == [])
  }
  _ = scope.end(isStrict: false)
}

/// Returns the time of one call, including its share of reading the file, in nanoseconds.
private func replayed(_ count: Int) -> Double {
  let file = recorded(count)
  defer { try? FileManager.default.removeItem(atPath: file.path) }
  return nanoseconds(1) { _ in
    run(file, .none, count, Library { _ in Page(number: -1, lines: []) })
  } / Double(count)
}
