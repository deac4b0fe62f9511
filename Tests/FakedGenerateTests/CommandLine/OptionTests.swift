import Testing
import faked_generate

struct OptionTests {
  @Test(arguments: [
    ([], Invocation.plugin, []),
    (
      [
        "Sources/Mail", "--using", "a", "--using=b", "Post=Sources/P", "--main-actor",
        "--protocol", "Mailer", "--output=Fakes", "--force",
        "--except", "A", "--except=B", "--public", "--closures",
        "--class", "Cache",
      ], .tool,
      [
        "Sources/Mail", "Post=Sources/P", "--using=a", "--using=b", "--protocol=Mailer",
        "--except=A", "--except=B", "--class=Cache", "--output=Fakes",
        "--closures", "--public", "--main-actor",
        "--force",
      ]
    ),
    (["--output=a=b", "--target", "-x"], .plugin, ["--target=-x", "--output=a=b"]),
    (
      ["--target", "A", "--protocol", "B", "--target=A", "--protocol=B", "--check", "--check"],
      .plugin, ["--target=A", "--protocol=B", "--check"]
    ),
  ]) func everyOptionIsReadOnce(words: [String], invocation: Invocation, taken: [String]) throws {
    let options = try CommandOptions(words, of: invocation)
    #expect(options.words.sorted() == taken.sorted())
  }

  @Test(arguments: ["--help", "-h"]) func helpNeedsNoOtherOption(option: String) throws {
    #expect(try CommandOptions([option, "--nonsense"], of: .tool).has(.help))
    #expect(try CommandOptions(["--target", "Mail", option], of: .plugin).has(.help))
  }

  @Test(arguments: [
    (["--targte", "Mail"], "--targte is not an option. Did you mean --target?"),
    (["--out=a"], "--out is not an option. Did you mean --output?"),
    (["--nonsense"], "--nonsense is not an option. Use --help to list the options."),
    (["-t"], "-t is not an option. Use --help to list the options."),
    (
      ["--using", "a"], "--using is not an option. Use --help to list the options."
    ),
    (
      ["Mailer"],
      """
      "Mailer" is not an option. Use --protocol Mailer to choose a protocol, or --target Mailer to \
      choose a target.
      """
    ),
    (["--target"], "--target needs a value: --target Mail."),
    (["--target", "--check"], "--target needs a value: --target Mail."),
    (["--protocol="], "--protocol needs a value: --protocol Mailer."),
    (["--protocol", ""], "--protocol needs a value: --protocol Mailer."),
    (["--output"], "--output needs a value: --output Tests/MailTests/Fakes."),
    (["--check=yes"], "--check takes no value."),
    (
      ["--output", "a", "--output", "b"],
      "--output can only be used once. Run the command once for each folder."
    ),
    (
      ["--force", "--check"],
      "--check cannot be used with --force. Remove one."
    ),
  ]) func mistakesOnTheCommandLineAreExplained(words: [String], text: String) {
    let error = #expect(throws: OptionError.self) { try CommandOptions(words, of: .plugin) }
    #expect(error?.description == text)
  }

  @Test(arguments: [
    (
      ["--output=a"],
      """
      There are no sources. Name the folder of a module, such as Sources/Mail, or its Swift files. \
      Use --help to list the options.
      """
    ),
    (
      ["Sources/Mail"],
      "--output is missing: --output Tests/MailTests/Fakes. "
        + "Use --help to list the options."
    ),
  ]) func theToolNeedsSourcesAndAnOutput(words: [String], text: String) {
    let error = #expect(throws: OptionError.self) { try CommandOptions(words, of: .tool) }
    #expect(error?.description == text)
  }

  @Test(arguments: [Invocation.tool, .plugin]) func helpListsEveryOption(
    invocation: Invocation
  ) {
    for option in Option.allCases {
      let start = option == .help ? "-h, --help" : option.rawValue
      let isListed = invocation.usage.contains("\n  \(start) ")
      #expect(isListed == invocation.options.contains(option), "\(option)")
    }
    #expect(invocation.usage.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}

extension CommandOptions {
  /// The words of the command line that has these options.
  var words: [String] {
    paths
      + Option.allCases.flatMap { option in
        has(option) && self[option].isEmpty
          ? [option.rawValue] : self[option].map { "\(option.rawValue)=\($0)" }
      }
  }
}
