import Testing
import faked_generate

struct OptionTests {
  @Test func theToolTakesEveryOption() throws {
    let options = try Options(
      [
        "--symbol-graphs", "a", "--symbol-graphs=b", "--target", "Mail", "--target", "Post",
        "--protocol", "Mailer", "--output=Fakes", "--kind", "actor", "--dry-run", "--force",
        "--prune", "--except", "A", "--except=B", "--public", "--void", "stubbed", "--closures",
        "--class", "Cache",
      ], of: .tool)
    #expect(options.symbolGraphs == ["a", "b"])
    #expect(options.targets == ["Mail", "Post"])
    #expect(options.protocols == ["Mailer"])
    #expect(options.output == "Fakes")
    #expect(options.style == FakeStyle(kind: .actor, voidMethods: .stubbed, isPublic: true))
    #expect(options.exceptions == ["A", "B"])
    #expect(options.classes == ["Cache"])
    #expect(options.closures && options.prunes)
    #expect(options.mode == .dryRun)
    #expect(options.overwrites)
    #expect(!options.wantsHelp)
  }

  @Test func thePluginNeedsNoOptions() throws {
    let options = try Options([], of: .plugin)
    #expect(options.targets.isEmpty && options.protocols.isEmpty)
    #expect(options.output == nil && options.style == FakeStyle())
    #expect(options.exceptions.isEmpty && options.classes.isEmpty)
    #expect(!options.closures && !options.prunes)
    #expect(options.mode == .write)
    #expect(!options.overwrites)
  }

  @Test func aValueMayHaveAnEqualsSignAndOneDash() throws {
    let options = try Options(["--output=a=b", "--target", "-x"], of: .plugin)
    #expect(options.output == "a=b")
    #expect(options.targets == ["-x"])
  }

  @Test func whatIsNamedTwiceIsTakenOnce() throws {
    let options = try Options(
      [
        "--target", "Mail", "--protocol", "A", "--target", "Mail", "--protocol", "A", "--check",
        "--check",
      ], of: .plugin)
    #expect(options.targets == ["Mail"])
    #expect(options.protocols == ["A"])
    #expect(options.mode == .check)
  }

  @Test(arguments: ["--help", "-h"]) func helpNeedsNothingElse(option: String) throws {
    #expect(try Options([option, "--nonsense"], of: .tool).wantsHelp)
    #expect(try Options(["--target", "Mail", option], of: .plugin).wantsHelp)
  }

  @Test(arguments: [
    (["--targte", "Mail"], "There is no option --targte. Did you mean --target?"),
    (["--out=a"], "There is no option --out. Did you mean --output?"),
    (["--everything"], "There is no option --everything. --help lists the options."),
    (["-t"], "There is no option -t. --help lists the options."),
    (["--"], "There is no option --. --help lists the options."),
    (["--symbol-graphs", "a"], "There is no option --symbol-graphs. --help lists the options."),
    (
      ["Mailer"],
      """
      "Mailer" belongs to no option. To choose a protocol, write --protocol Mailer; to choose a \
      target, --target Mailer.
      """
    ),
    (["--target"], "--target needs a value: --target Mail."),
    (["--target", "--check"], "--target needs a value: --target Mail."),
    (["--protocol="], "--protocol needs a value: --protocol Mailer."),
    (["--protocol", ""], "--protocol needs a value: --protocol Mailer."),
    (["--output"], "--output needs a value: --output Tests/MailTests/Fakes."),
    (["--kind"], "--kind needs a value: --kind struct|class|actor."),
    (["--check=yes"], "--check takes no value."),
    (
      ["--output", "a", "--output", "b"],
      "--output is there twice, and can only be one. Run the command once for each folder."
    ),
    (
      ["--kind", "struct", "--kind", "struct"],
      "--kind is there twice, and can only be one. Leave one out."
    ),
    (
      ["--void", "silent", "--void=stubbed"],
      "--void is there twice, and can only be one. Leave one out."
    ),
    (["--kind", "strut"], "A fake cannot be of kind \"strut\". Did you mean struct?"),
    (["--kind", "enum"], "A fake cannot be of kind \"enum\". It can be struct, class or actor."),
    (
      ["--void", "quiet"],
      """
      Methods without a result cannot be "quiet". Write --void silent, and they do nothing until a \
      test stubs them, or --void stubbed, and a test has to.
      """
    ),
    (
      ["--prune", "--check"],
      "--check and --prune exclude each other: --check writes nothing. Leave one out."
    ),
    (
      ["--check", "--dry-run"],
      "--dry-run and --check exclude each other: neither writes anything. Leave one out."
    ),
    (
      ["--force", "--check"],
      "--check and --force exclude each other: --check writes nothing. Leave one out."
    ),
    (
      ["--check", "--force"],
      "--check and --force exclude each other: --check writes nothing. Leave one out."
    ),
  ]) func whatMakesNoSenseIsExplained(words: [String], text: String) {
    let error = #expect(throws: OptionError.self) { try Options(words, of: .plugin) }
    #expect(error?.description == text)
  }

  @Test func theToolHasToBeToldWhereToReadAndWrite() {
    let unread = #expect(throws: OptionError.self) {
      try Options(["--output", "a"], of: .tool)
    }
    #expect(
      unread?.description == """
        --symbol-graphs is missing: --symbol-graphs .build/symbol-graphs, a folder of \
        .symbols.json files. --help lists the options.
        """)
    let unwritten = #expect(throws: OptionError.self) {
      try Options(["--symbol-graphs", "a"], of: .tool)
    }
    #expect(
      unwritten?.description == """
        --output is missing: --output Tests/MailTests/Fakes. --help lists the options.
        """)
  }

  @Test(arguments: [Command.tool, .plugin]) func helpListsEveryOptionThereIs(command: Command) {
    for option in Option.allCases {
      let isListed = command.usage.contains("\n  \(option.rawValue) ")
      #expect(isListed == Option.options(of: command).contains(option), "\(option)")
    }
    #expect(command.usage.hasPrefix("Usage: \(command.invocation) "))
    #expect(command.usage.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
