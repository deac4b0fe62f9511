/// The public names of the library that fakes are written for.
package enum LibraryNames {
  /// The types that could be confused with types of another module.
  package static let types: Set<String> = [
    "AsyncReturns", "AsyncThrows", "AsyncThrowsOnly", "CallCount", "CallHistory", "CallOutcome",
    "CallRecord", "Captured", "DeterministicTrait", "ExplorationReport", "FakeClock",
    "FakeKeychainStorage", "FakeNetworkClient", "FakeTransport", "Faked", "FakedDefault",
    "FakedError", "FakedFunction", "FakeInstance", "FakeValueWrapper", "FaultKind",
    "FunctionEffect", "FunctionID", "FunctionName", "HeldCall", "HeldCallCancellation",
    "HeldCalls", "InjectedFault", "Matcher", "NoInvocationCount", "Returns",
    "StringID", "Stub", "Throws", "ThrowsOnly", "UnstubbedCalls",
  ]
  /// The types that the text of a fake names, with the word for importing each alone.
  package static let spelled = [
    "AsyncReturns": "typealias", "AsyncThrows": "typealias", "AsyncThrowsOnly": "enum",
    "Captured": "class", "FakeInstance": "class", "Faked": "protocol", "FunctionID": "struct",
    "Returns": "typealias", "Throws": "typealias", "ThrowsOnly": "enum",
  ]
  /// The members of every fake, which an ID with the same name would hide.
  package static let members: Set<String> = [
    "allCalls", "assertProp", "assertProps", "calls", "closure", "exempt", "finishInAnyOrder",
    "handleAsyncCall", "handleCall", "hash", "history", "hold", "instanceId", "invocationCount",
    "lastResort", "maxConcurrentCalls", "mayFail", "mayReturn", "nextCall", "props", "resetCalls",
    "resetStubs", "tearDown", "verify", "verifyNoMoreCalls", "wasCalled", "when",
  ]

  /// Returns the name of the fake of a type: `FakeOuterInner`, or `ClockFake` if the library has a `FakeClock`.
  package static func fakeName(for path: [String]) -> String {
    let name = path.joined()
    return types.contains("Fake" + name) ? name + "Fake" : "Fake" + name
  }
}
// Names in the form that Swift requires.
extension String {
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The name, in backticks if it is a keyword.
  var escaped: String { String.reserved.contains(self) ? "`\(self)`" : self }

  /// The label, in backticks if the word cannot be a label.
  var escapedLabel: String { ["inout", "let", "var"].contains(self) ? "`\(self)`" : self }

  /// Returns the name, or the name with the first number from 2, that is free.
  func numbered(_ isFree: (String) -> Bool) -> String {
    var (name, number) = (self, 2)
    while !isFree(name) {
      name = self + String(number)
      number += 1
    }
    return name
  }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Array where Element: Equatable {
  /// Adds the elements that the array does not contain, once each.
  mutating func add(_ others: some Sequence<Element>) {
    for other in others where !contains(other) { append(other) }
  }
}
