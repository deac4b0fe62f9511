/// Gives each function of a fake the shortest name that distinguishes it from its overloads.
///
/// The names depend only on the protocol, and not on the order of its requirements.
struct IDIdentifiers {
  private(set) var identifiers: [IDRequest: String] = [:]
  private let requirements: [Requirement]
  private let taken: Set<String>
  private var used: Set<String> = []

  /// Names the functions. Doesn't use the names in `taken`.
  init(_ requests: [IDRequest], _ requirements: [Requirement], taken: Set<String>) {
    self.requirements = requirements
    self.taken = taken
    let named = requests.filter { $0.role != .set }
    let groups = Dictionary(grouping: named, by: base).sorted { $0.key < $1.key }
    // A function without overloads keeps its name, even if an overload could use it, too.
    for (base, group) in groups where group.count == 1 { name(group, base) }
    for (base, group) in groups where group.count > 1 { name(group, base) }
    for request in requests where request.role == .set { nameLikeGetter(request) }
  }

  private mutating func name(_ group: [IDRequest], _ base: String) {
    if group.count == 1, use(base, for: group[0]) { return }
    var open = group
    for level in Level.allCases {
      let all = open.map { requirements[$0.requirement] }
      let varying = Self.varyingParameters(of: all)
      let candidates = all.map { base + suffix(of: $0, at: level, varying) }
      let counts = Dictionary(zip(candidates, candidates.map { _ in 1 }), uniquingKeysWith: +)
      for (request, candidate) in zip(open, candidates) where counts[candidate] == 1 {
        use(candidate, for: request)
      }
      open.removeAll { identifiers[$0] != nil }
    }
    // The numbers follow the alphabetical order of the declarations.
    for request in open.sorted(by: { declaration(of: $0) < declaration(of: $1) }) {
      useNumbered(base, for: request)
    }
  }

  private func declaration(of request: IDRequest) -> String {
    requirements[request.requirement].declaration
  }

  /// Names a setter like its getter: `setTitle` next to `getTitle`.
  private mutating func nameLikeGetter(_ request: IDRequest) {
    let getter = IDRequest(requirement: request.requirement, role: .get)
    let name = "set" + (identifiers[getter] ?? "get").dropFirst(3)
    if !use(name, for: request) { useNumbered(name, for: request) }
  }

  private mutating func useNumbered(_ name: String, for request: IDRequest) {
    var number = 2
    while !use(name + String(number), for: request) { number += 1 }
  }

  /// Uses a name. Appends `ID` if a member of the fake has the name.
  @discardableResult
  private mutating func use(_ name: String, for request: IDRequest) -> Bool {
    let free = taken.contains(name) ? name + "ID" : name
    guard !taken.contains(free), used.insert(free).inserted else { return false }
    identifiers[request] = free
    return true
  }

  /// The kinds of words that are appended to the name of a function, from labels to the whole signature.
  private enum Level: CaseIterable {
    case labels, names, isStatic, types, result, typesAndResult, conditions, constraints, effects,
      wholeTypes
  }

  /// Returns the indices of the parameters whose types are not the same in all overloads.
  private static func varyingParameters(of overloads: [Requirement]) -> [Int] {
    let types = overloads.map { $0.parameters.map(\.type.headName) }
    return (0..<(types.map(\.count).max() ?? 0)).filter { index in
      Set(types.map { $0.indices.contains(index) ? $0[index] : "" }).count > 1
    }
  }

  private func suffix(
    of requirement: Requirement, at level: Level, _ varying: [Int]
  ) -> String {
    let parameters = requirement.parameters
    let labels = parameters.map {
      requirement.kind == .subscript ? $0.first : requirement.label(of: $0)
    }
    let labelWords = labels.filter { $0 != "_" }.map(\.capitalizedFirst).joined()
    let names = zip(labels, parameters).map { label, parameter in
      (label == "_" ? parameter.name : label).capitalizedFirst
    }.filter { $0 != "_" }.joined()
    let types = parameters.indices.map { index in
      (labels[index] == "_" ? "" : labels[index].capitalizedFirst)
        + (varying.contains(index) ? Self.word(parameters[index].type.headName) : "")
    }.joined()
    let result = Self.word(requirement.result.headName)
    let effects =
      (requirement.isStatic ? "Static" : "") + (requirement.kind == .property ? "Property" : "")
      + (requirement.effects.isAsync ? "Async" : "")
      + (requirement.effects.canThrow ? "Throws" : "")
    let whole = (parameters.map(\.type) + [requirement.result]).map { Self.word($0.text) }.joined()
    return switch level {
    case .labels: labelWords
    case .names: names
    case .isStatic: names + (requirement.isStatic ? "Static" : "")
    case .types: types
    case .result: labelWords + result
    case .typesAndResult: types + result
    case .conditions:
      labelWords + requirement.conditions.map { Self.word($0.right.text) }.joined()
    case .constraints:
      labelWords
        + requirement.generics.flatMap(\.constraints).map { Self.word($0.text) }.joined()
    case .effects: types + result + effects
    case .wholeTypes: whole + effects
    }
  }

  private func base(of request: IDRequest) -> String {
    let requirement = requirements[request.requirement]
    switch requirement.kind {
    case .method: return requirement.name
    case .property: return "get" + requirement.name.capitalizedFirst
    case .subscript: return "get"
    case .initializer: return "make"
    case .operator(let fixity):
      return OperatorWords.word(
        for: requirement.name, fixity: fixity, isUnary: requirement.parameters.count == 1)
    }
  }

  /// Returns the characters of a type that a name can contain: `StringInt` for `[String: Int]?`.
  private static func word(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { !["any", "some", "Self", "Void"].contains($0) }
      .map { String($0).capitalizedFirst }.joined()
  }
}

extension SwiftType {
  /// The name of the type without its module and arguments: `Result`, `Int array`.
  fileprivate var headName: String {
    switch base {
    case .named(let parts): parts.last?.name ?? ""
    case .member(let type, let name): type.headName + name
    case .tuple(let elements): elements.map(\.type.headName).joined(separator: " ")
    case .function(let function): function.result.headName + " closure"
    case .array(let element): element.headName + " array"
    case .variadic(let element): element.headName + " list"
    case .dictionary(let key, let value): key.headName + " " + value.headName
    case .optional(let type), .unwrapped(let type): "optional " + type.headName
    case .prefixed(_, let type): type.headName
    case .composition(let types): types.map(\.headName).joined(separator: " ")
    }
  }
}
/// The words for operators, because the name of an ID cannot contain operator characters.
enum OperatorWords {
  static func word(for sign: String, fixity: String, isUnary: Bool) -> String {
    if isUnary, let word = unary[sign] { return word }
    if let word = binary[sign] { return word }
    let words = sign.map { letters[$0] ?? "sign" }
    return ([fixity].filter { !$0.isEmpty } + words).enumerated().map { index, word in
      index == 0 ? word : word.capitalizedFirst
    }.joined()
  }

  private static let unary = ["-": "negate", "!": "not", "~": "invert", "+": "positive"]
  private static let binary = [
    "+": "plus", "-": "minus", "*": "times", "/": "dividedBy", "%": "remainder", "==": "equals",
    "!=": "differs", "<": "isLess", "<=": "isLessOrEqual", ">": "isGreater",
    ">=": "isGreaterOrEqual", "+=": "add", "-=": "subtract", "*=": "multiply", "/=": "divide",
    "&&": "and", "||": "or", "??": "orElse", "...": "through", "..<": "upTo", "~=": "matches",
    "<<": "shiftLeft", ">>": "shiftRight", "&": "bitAnd", "|": "bitOr", "^": "bitXor",
  ]
  private static let letters: [Character: String] = [
    "+": "plus", "-": "minus", "*": "star", "/": "slash", "%": "percent", "=": "equal",
    "!": "bang", "<": "less", ">": "greater", "&": "and", "|": "or", "^": "caret", "~": "tilde",
    "?": "question", ".": "dot",
  ]
}
