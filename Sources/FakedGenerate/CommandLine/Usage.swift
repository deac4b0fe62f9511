extension Command {
  /// What `--help` prints.
  package var usage: String {
    let options = OptionName.options(of: self).map { option in
      let name = [option.rawValue, option.value].compactMap { $0 }.joined(separator: " ")
      return text(of: option).enumerated().map { index, line in
        let start = index == 0 ? "  \(name)" : ""
        return start + String(repeating: " ", count: max(1, 25 - start.count)) + line
      }
    }
    return """
      Usage: \(invocation)\(self == .tool ? " --symbol-graphs PATH --output FOLDER" : "") [options]

      Writes a fake for each protocol of \(self == .tool ? "a module" : "a target"), a Swift file each, from what the compiler knows
      of it. A file that was changed by hand is kept.

      \(options.joined().joined(separator: "\n"))

      \(statuses)
      """
  }

  private var statuses: String {
    switch self {
    case .tool:
      """
      Exit status: 0 when every fake is there and up to date, but for those that are written by hand
      or left out with --except, 1 when one is not and the output says which, 2 when the command
      could not begin and wrote nothing.
      """
    case .plugin:
      """
      Exit status: 0 when every fake is there and up to date, but for those that are written by hand
      or left out with --except, 1 when one is not and the output says which, or when the command
      could not begin and wrote nothing.
      """
    }
  }

  private func text(of option: OptionName) -> [String] {
    switch option {
    case .symbolGraphs:
      ["a .symbols.json file, or a folder of them; can be repeated"]
    case .target where self == .tool:
      ["a module whose protocols are faked; can be repeated; without it, each", "that was read"]
    case .target:
      ["a target whose protocols are faked; can be repeated; without it, each", "but the tests"]
    case .protocol:
      [
        "a protocol to fake, as Mailer, Mail.Mailer or Outer.Inner; can be",
        "repeated; without it, each of the \(self == .tool ? "modules" : "targets")",
      ]
    case .except:
      [
        "a protocol that gets no fake, or a module whose protocols get none; can",
        "be repeated",
      ]
    case .closures: ["also fakes each struct whose properties are closures"]
    case .class:
      ["also fakes a class, by a subclass that overrides what it can; can be", "repeated"]
    case .output where self == .tool: ["where the files go"]
    case .output:
      [
        "where the files go, inside of the package; without it, the folder Fakes",
        "of the test target",
      ]
    case .kind: ["struct, class or actor; a protocol that demands another is refused"]
    case .void:
      [
        "silent: methods without a result do nothing until a test stubs them;",
        "stubbed: a test has to stub them; without it, silent",
      ]
    case .public: ["fakes that other modules can use, for a target that several tests share"]
    case .dryRun: ["says what would be written, and writes nothing"]
    case .check:
      ["writes nothing, shows what is out of date, and exits with 1 then: for CI"]
    case .force: ["overwrites files that were changed by hand or are not of this command"]
    case .prune: ["deletes fakes whose protocol is gone, unless they were changed by hand"]
    case .help: ["prints this"]
    }
  }
}
