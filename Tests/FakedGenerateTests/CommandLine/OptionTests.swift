import Testing
import faked_generate

struct OptionTests {
  @Test(arguments: [
    ([], true, []),
    (
      [
        "Sources/Mail", "--using", "a", "--using=b", "Post=Sources/P", "--main-actor",
        "--protocol", "Mailer", "--output=Fakes", "--force",
        "--except", "A", "--except=B", "--public", "--closures",
        "--class", "Cache",
      ], false,
      [
        "Sources/Mail", "Post=Sources/P", "--using=a", "--using=b", "--protocol=Mailer",
        "--except=A", "--except=B", "--class=Cache", "--output=Fakes",
        "--closures", "--public", "--main-actor",
        "--force",
      ]
    ),
    (["--output=a=b", "--target", "-x"], true, ["--target=-x", "--output=a=b"]),
    (
      ["--target", "A", "--protocol", "B", "--target=A", "--protocol=B", "--check", "--check"],
      true, ["--target=A", "--protocol=B", "--check"]
    ),
  ]) func everyOptionIsReadOnce(words: [String], isPlugin: Bool, taken: [String]) throws {
    let options = try CommandOptions(words, isPlugin: isPlugin)
    #expect(options.words.sorted() == taken.sorted())
  }

  @Test(arguments: ["--help", "-h"]) func helpNeedsNoOtherOption(option: String) throws {
    #expect(try CommandOptions([option, "--nonsense"], isPlugin: false).has(.help))
  }

  @Test(arguments: [
    (["--targte", "Mail"], "--targte is not an option. Use --help to list the options."),
    (["--using", "a"], "--using is not an option. Use --help to list the options."),
    (
      ["Mailer"],
      """
      "Mailer" is not an option. Use --protocol Mailer to choose a protocol, or --target Mailer to \
      choose a target.
      """
    ),
    (["--target"], "--target needs a value: --target Mail."),
    (["--target", "--check"], "--target needs a value: --target Mail."),
    (["--protocol", ""], "--protocol needs a value: --protocol Mailer."),
    (["--output"], "--output needs a value: --output Tests/MailTests/Fakes."),
    (["--check=yes"], "--check takes no value."),
    (
      ["--output", "a", "--output", "b"],
      "--output can only be used once. Run the command once for each folder."
    ),
  ]) func mistakesOnTheCommandLineAreExplained(words: [String], text: String) {
    let error = #expect(throws: UsageError.self) { try CommandOptions(words, isPlugin: true) }
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
    let error = #expect(throws: UsageError.self) { try CommandOptions(words, isPlugin: false) }
    #expect(error?.description == text)
  }

  @Test func helpListsEveryOption() {
    for option in Option.allCases {
      let start = option == .help ? "-h, --help" : option.rawValue
      #expect(CommandOptions.usage.contains("\n  \(start) "), "\(option)")
    }
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
