import Faked
import Foundation
import TestSupport
import Testing
import faked_generate

/// Random command lines and random requests of the plugin.
struct CommandLineFuzzTests {
  @Test func randomCommandLinesAreAcceptedOrRefused() async throws {
    try await Fuzz("command lines").run { random in
      (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.word(&random) }
    } read: { words in
      var accepted = false
      for invocation in [Invocation.tool, .plugin] {
        do {
          let options = try CommandOptions(words, of: invocation)
          accepted = true
          if options.has(.help) || options.has(.version) { continue }
          let again = try CommandOptions(options.words, of: invocation)
          guard again.words == options.words else {
            throw Fuzz.Flaw("\(options.words) is something else")
          }
        } catch let error as OptionError {
          let text = error.description
          // A word, or the text after its first "=".
          let values = words.map { $0.drop { $0 != "=" }.dropFirst() }.filter { !$0.isEmpty }
          let names =
            words.flatMap { $0.split(separator: "=") } + values
            + Option.allCases.map { $0.rawValue[...] }
          let isNamed = names.contains { text.contains($0) } || text.hasPrefix(#""""#)
          let most = 3 * words.joined().utf8.count + 1_000
          if !isNamed || text.utf8.count > most { throw Fuzz.Flaw("the error is: \(text)") }
        }
      }
      return accepted
    }
  }

  private static func word(_ random: inout SeededNumbers) -> String {
    let option = Option.allCases.randomElement(using: &random) ?? .help
    let value = ["Mail", "a b", "-x", "", "struct", "silent", "é", "a=b"]
      .randomElement(using: &random)
    let word =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: option.rawValue + "=" + (value ?? "")
      case 1: value ?? ""
      case 2: ["Sources", "--output=o"].randomElement(using: &random) ?? ""
      default: option == .help ? "--output=o" : option.rawValue
      }
    if Int.random(in: 0..<5, using: &random) > 0 { return word }
    return String(decoding: Array(word.utf8).mutated(["--", "="], using: &random), as: UTF8.self)
  }

  @Test func randomRequestsAreAcceptedOrRefused() async throws {
    try await Fuzz("plugin requests").run { random in
      Array(Self.request(&random)).mutated(["\"A\"", "null", "true", "{}", "[]"], using: &random)
    } read: { bytes in
      let request: PluginRequest
      do { request = try JSONDecoder().decode(PluginRequest.self, from: Data(bytes)) } catch {
        guard error is DecodingError else { throw error }
        return false
      }
      let again = try JSONDecoder().decode(PluginRequest.self, from: JSONEncoder().encode(request))
      if again != request { throw Fuzz.Flaw("written again, it is another request") }
      for names in [[], ["A"], ["B", "none"]] {
        do {
          for target in try request.choose(names) { _ = try request.tests(of: target) }
        } catch let error as ChoiceError {
          if error.description.isEmpty { throw Fuzz.Flaw("the error says nothing") }
        }
      }
      return true
    }
  }

  private static func request(_ random: inout SeededNumbers) -> Data {
    let names = ["A", "B", "C", "ATests"]
    let targets = names.map { name in
      PluginRequest.Target(
        name: name, module: name, isTest: name == "ATests", folder: "/none/\(name)",
        dependencies: names.filter { _ in Bool.random(using: &random) }, modules: names)
    }
    let request = PluginRequest(packageFolder: "/none", targets: targets)
    return (try? JSONEncoder().encode(request)) ?? Data()
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
