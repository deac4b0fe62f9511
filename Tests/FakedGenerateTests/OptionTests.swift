import Testing
import faked_generate

struct OptionTests {
  @Test(arguments: [
    ([], Command.plugin, []),
    (
      [
        "--symbol-graphs", "a", "--symbol-graphs=b", "--target", "Mail", "--target", "Post",
        "--protocol", "Mailer", "--output=Fakes", "--kind", "actor", "--dry-run", "--force",
        "--prune", "--except", "A", "--except=B", "--public", "--void", "stubbed", "--closures",
        "--class", "Cache",
      ], .tool,
      [
        "--symbol-graphs=a", "--symbol-graphs=b", "--target=Mail", "--target=Post",
        "--protocol=Mailer", "--except=A", "--except=B", "--class=Cache", "--output=Fakes",
        "--kind=actor", "--void=stubbed", "--closures", "--public", "--prune", "--dry-run",
        "--force",
      ]
    ),
    (["--output=a=b", "--target", "-x"], .plugin, ["--target=-x", "--output=a=b"]),
    (
      ["--target", "A", "--protocol", "B", "--target=A", "--protocol=B", "--check", "--check"],
      .plugin, ["--target=A", "--protocol=B", "--check"]
    ),
  ]) func everyWordIsTakenOnce(words: [String], command: Command, taken: [String]) throws {
    let options = try CommandOptions(words, of: command)
    #expect(options.words == taken)
    #expect(!options.wantsHelp)
  }

  @Test(arguments: ["--help", "-h"]) func helpNeedsNothingElse(option: String) throws {
    #expect(try CommandOptions([option, "--nonsense"], of: .tool).wantsHelp)
    #expect(try CommandOptions(["--target", "Mail", option], of: .plugin).wantsHelp)
  }

  @Test(arguments: [
    (["--targte", "Mail"], "There is no option --targte. Did you mean --target?"),
    (["--out=a"], "There is no option --out. Did you mean --output?"),
    (["--everything"], "There is no option --everything. --help lists the options."),
    (["-t"], "There is no option -t. --help lists the options."),
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
  ]) func whatMakesNoSenseIsExplained(words: [String], text: String) {
    let error = #expect(throws: OptionError.self) { try CommandOptions(words, of: .plugin) }
    #expect(error?.description == text)
  }

  @Test(arguments: [
    (
      "--output",
      """
      --symbol-graphs is missing: --symbol-graphs .build/symbol-graphs, a folder of \
      .symbols.json files. --help lists the options.
      """
    ),
    (
      "--symbol-graphs",
      "--output is missing: --output Tests/MailTests/Fakes. --help lists the options."
    ),
  ]) func theToolHasToBeToldWhereToReadAndWrite(given: String, text: String) {
    let error = #expect(throws: OptionError.self) { try CommandOptions([given, "a"], of: .tool) }
    #expect(error?.description == text)
  }

  @Test(arguments: [Command.tool, .plugin]) func helpListsEveryOptionThereIs(command: Command) {
    for option in OptionName.allCases {
      let isListed = command.usage.contains("\n  \(option.rawValue) ")
      #expect(isListed == OptionName.options(of: command).contains(option), "\(option)")
    }
    #expect(command.usage.hasPrefix("Usage: \(command.invocation) "))
    #expect(command.usage.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
