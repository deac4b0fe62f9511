extension Invocation {
  /// The text that `--help` prints.
  package var usage: String {
    let options = OptionName.options(of: self).flatMap { option in
      let name = [option.rawValue, option.value].compactMap { $0 }.joined(separator: " ")
      return text(of: option).enumerated().map { index, line in
        let start = index == 0 ? "  \(option == .help ? "-h, --help" : name)" : ""
        return start + String(repeating: " ", count: max(1, 25 - start.count)) + line
      }
    }
    let isTool = self == .tool
    let purpose =
      self == .checkPlugin
      ? """
      Compares the fakes of each target with its protocols. Shows what is out of date, and writes nothing.
      """
      : """
      Writes a fake for each protocol of a \(isTool ? "module" : "target"), each into its own Swift file.
      Files that you changed are kept.
      """
    return """
      Usage: \(text)\(isTool ? " --symbol-graphs PATH --output FOLDER" : "") [options]

      \(purpose)

      \(options.joined(separator: "\n"))

      Exit status: 0 if every fake is up to date, written by hand, or left out with --except;
      1 if one is not\(isTool ? "; 2 if" : ", or if") the command could not begin and wrote nothing.
      """
  }

  private func text(of option: OptionName) -> [String] {
    let plural = self == .tool ? "modules" : "targets"
    return switch option {
    case .symbolGraphs: ["a .symbols.json file, or a folder of them; repeatable"]
    case .target where self == .tool:
      ["a module with protocols to fake; repeatable; default: all modules"]
    case .target: ["a target with protocols to fake; repeatable; default: all except tests"]
    case .protocol:
      [
        "a protocol to fake, as Mailer, Mail.Mailer, or Outer.Inner; repeatable;",
        "default: all protocols of the \(plural)",
      ]
    case .except: ["a protocol without a fake, or a module without fakes; repeatable"]
    case .closures: ["also fakes structs of closures"]
    case .class: ["also fakes a class, by a subclass that overrides its members; repeatable"]
    case .output where self == .tool: ["the folder for the files"]
    case .output:
      ["a folder of the package for the files; default: Fakes in the test target"]
    case .kind: ["struct, class, or actor; default: what the protocol requires, or struct"]
    case .void:
      [
        "silent: methods without a result do nothing until a test stubs them;",
        "stubbed: a test has to stub them; default: silent",
      ]
    case .public: ["makes fakes public, for a target that several test targets share"]
    case .dryRun: ["lists the files, and writes nothing"]
    case .check: ["shows files that are out of date, writes nothing, and exits with 1; for CI"]
    case .force: ["overwrites files that you changed or that this command did not write"]
    case .prune: ["deletes fakes whose protocol no longer exists, unless you changed them"]
    case .version: ["prints the version"]
    case .help: ["prints this text"]
    }
  }
}
