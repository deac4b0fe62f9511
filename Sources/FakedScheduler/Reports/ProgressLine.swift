import Faked

/// The progress of a long exploration, as one line of a terminal that replaces itself.
package struct ProgressLine: Sendable {
  /// Writes text to the terminal.
  package typealias Output = @Sendable (String) -> Void

  private let name: String
  private let output: Output
  private let now: @Sendable () -> ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private var isShown = false

  /// Explorations that take less than this show nothing.
  private static let delay = Duration.seconds(2)
  private static let interval = Duration.milliseconds(100)
  private static let clearLine = "\r\u{1B}[2K"

  /// Creates the line of an exploration.
  ///
  /// - Parameters:
  ///   - name: The name of the exploration.
  ///   - output: Writes to the terminal.
  ///   - now: Returns the time.
  package init(
    of name: String, output: @escaping Output,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ProcessClock.now }
  ) {
    self.name = name
    self.output = output
    self.now = now
    next = now().advanced(by: Self.delay)
  }

  /// Shows how far the exploration is: `exploreOrders: 1,800 of 5,040, 0 broken`.
  ///
  /// - Parameters:
  ///   - count: The number of runs so far.
  ///   - total: The estimated number of runs.
  ///   - brokenCount: The number of broken runs.
  package mutating func update(_ count: Int, of total: Int, brokenCount: Int) {
    let time = now()
    guard time >= next else { return }
    next = time.advanced(by: Self.interval)
    isShown = true
    output(
      "\(Self.clearLine)\(name): \(grouped(count)) of \(grouped(total)), \(grouped(brokenCount)) broken"
    )
  }

  /// Removes the line.
  package mutating func end() {
    if isShown { output(Self.clearLine) }
    isShown = false
  }
}

extension Scenario {
  /// A line for the progress of the exploration. `nil` inside another one, and if the output is not a terminal.
  func progressLine() -> ProgressLine? {
    TestScope.current?.exploration == nil ? ProgressLine(of: name) : nil
  }
}

extension ProgressLine {
  /// Creates the line on the terminal of the process. `nil` if the errors go elsewhere, and on machines that run
  /// tests for others, which set the variable `CI`.
  package init?(of name: String) {
    guard environmentValue("CI") == nil, let isTerminal = Self.isTerminal, isTerminal(2) != 0,
      let write = Self.write
    else { return nil }
    self.init(
      of: name,
      output: { text in
        var text = text
        _ = text.withUTF8 { write(2, $0.baseAddress, $0.count) }
      })
  }

  private static let isTerminal = RuntimeSymbols.find("isatty").map {
    unsafeBitCast($0, to: (@convention(c) (CInt) -> CInt).self)
  }
  private static let write = RuntimeSymbols.find("write").map {
    unsafeBitCast($0, to: (@convention(c) (CInt, UnsafePointer<UInt8>?, Int) -> Int).self)
  }
}
