/// A function of a fake that has an ID.
struct IDRequest: Hashable, Sendable {
  enum Role: Sendable { case call, get, set, make }

  /// The index of the requirement in the protocol.
  let requirement: Int
  let role: Role
}

/// The names of the IDs of one fake: for each function, the shortest name that distinguishes it from its overloads.
///
/// The names depend only on the protocol, and not on the order of its requirements.
struct IDNames: Sendable {
  struct Name: Sendable {
    /// The name of the property.
    var identifier: String
    /// The text of the ID, which failures show: the full name with its labels.
    var label: String
  }

  private var identifiers: [IDRequest: String] = [:]
  private var labels: [IDRequest: String] = [:]
  private let requirements: [Requirement]
  /// The names that no ID can have.
  private let taken: Set<String>
  private var used: Set<String> = []

  init(of requirements: [Requirement]) {
    self.requirements = requirements
    // These words have a different meaning in a key path.
    var taken = LibraryNames.members.union(["self", "init", "Type", "Protocol"])
    for requirement in requirements where !requirement.isStatic {
      let isPlain = requirement.kind == .method && requirement.parameters.isEmpty
      if requirement.kind == .property || isPlain { taken.insert(requirement.name) }
    }
    self.taken = taken
    let requests = requirements.indices.flatMap { index in
      requirements[index].roles.map { IDRequest(requirement: index, role: $0) }
    }
    // The IDs of initializers belong to another type.
    for isMaker in [false, true] {
      let group = requests.filter { ($0.role == .make) == isMaker }
      used = []
      name(group)
      label(group)
    }
  }

  subscript(_ requirement: Int, _ role: IDRequest.Role) -> Name {
    let request = IDRequest(requirement: requirement, role: role)
    return Name(identifier: identifiers[request] ?? "call", label: labels[request] ?? "call")
  }

  /// Returns the name of the property that keeps the last value of a requirement.
  func backing(of requirement: Int) -> String {
    let name = requirements[requirement].name
    let word = requirements[requirement].isStatic ? "static" + name.capitalizedFirst : name
    let free = ["\(word)Value", "\(word)Stored"].first { candidate in
      !taken.contains(candidate) && !identifiers.values.contains(candidate)
    }
    return free ?? "\(word)Value\(requirement)"
  }

  // MARK: Identifiers

  private mutating func name(_ requests: [IDRequest]) {
    let groups = Dictionary(grouping: requests.filter { $0.role != .set }) {
      requirements[$0.requirement].baseName
    }.sorted { $0.key < $1.key }
    // A function without overloads keeps its name, even if an overload could use it, too.
    for (base, group) in groups where group.count == 1 { name(group, base) }
    for (base, group) in groups where group.count > 1 { name(group, base) }
    for request in requests where request.role == .set {
      let getter = IDRequest(requirement: request.requirement, role: .get)
      useFree("set" + (identifiers[getter] ?? "get").dropFirst(3), for: request)
    }
  }

  private mutating func name(_ group: [IDRequest], _ base: String) {
    if group.count == 1, use(base, for: group[0]) { return }
    var open = group
    for level in 0..<Requirement.suffixCount {
      let types = open.map { requirements[$0.requirement].parameters.map(\.type.headName) }
      // The indices of the parameters whose types are not the same in all overloads.
      let varying = (0..<(types.map(\.count).max() ?? 0)).filter { index in
        Set(types.map { $0.indices.contains(index) ? $0[index] : "" }).count > 1
      }
      let names = open.map { base + requirements[$0.requirement].suffixes(varying)[level] }
      for (request, name) in zip(open, names) where names.count(where: { $0 == name }) == 1 {
        use(name, for: request)
      }
      open.removeAll { identifiers[$0] != nil }
    }
    // The numbers follow the alphabetical order of the declarations.
    let declarations = requirements.map(\.declaration)
    for request in open.sorted(by: { declarations[$0.requirement] < declarations[$1.requirement] })
    {
      useFree(base, for: request)
    }
  }

  private mutating func useFree(_ name: String, for request: IDRequest) {
    if use(name, for: request) { return }
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

  // MARK: Labels

  /// Gives each function the first of its texts that no other function has.
  private mutating func label(_ requests: [IDRequest]) {
    let texts = requests.map { requirements[$0.requirement].labels(as: $0.role) }
    for (request, own) in zip(requests, texts) {
      let unique = own.indices.first { level in
        texts.count { $0[min(level, $0.count - 1)] == own[level] } == 1
      }
      let last = "\(own[own.count - 1]) \(request.requirement)"
      labels[request] = unique.map { own[$0] } ?? last
    }
  }
}

extension Requirement {
  fileprivate var roles: [IDRequest.Role] {
    switch kind {
    case .method, .operator: [.call]
    case .initializer: [.make]
    case .property, .subscript: hasSetter ? [.get, .set] : [.get]
    }
  }

  fileprivate var baseName: String {
    switch kind {
    case .method: return name
    case .property: return "get" + name.capitalizedFirst
    case .subscript: return "get"
    case .initializer: return "make"
    case .operator(let fixity):
      // An ID cannot contain the characters of an operator.
      let word = parameters.count == 1 ? Self.unary[name] : nil
      if let word = word ?? Self.binary[name] { return word }
      let signs: [Character: String] = [
        "+": "plus", "-": "minus", "*": "star", "/": "slash", "%": "percent", "=": "equal",
        "!": "bang", "<": "less", ">": "greater", "&": "and", "|": "or", "^": "caret",
        "~": "tilde", "?": "question", ".": "dot",
      ]
      let words = [fixity].filter { !$0.isEmpty } + name.map { signs[$0] ?? "sign" }
      return (words.first ?? "") + words.dropFirst().map(\.capitalizedFirst).joined()
    }
  }

  private static let unary = ["-": "negate", "!": "not", "~": "invert", "+": "positive"]
  private static let binary = [
    "/": "dividedBy", "%": "remainder", "==": "equals", "!=": "differs", "<": "isLess",
    "<=": "isLessOrEqual", ">": "isGreater", ">=": "isGreaterOrEqual", "*": "times",
    "+=": "add", "-=": "subtract", "*=": "multiply", "/=": "divide", "&&": "and", "||": "or",
    "??": "orElse", "...": "through", "..<": "upTo", "~=": "matches", "<<": "shiftLeft",
    ">>": "shiftRight", "&": "bitAnd", "|": "bitOr", "^": "bitXor",
  ]

  fileprivate static let suffixCount = 9

  /// Returns the words that are appended to the name of an overload, from labels to all types. Types of other parameters
  /// than the varying ones say nothing.
  fileprivate func suffixes(_ varying: [Int]) -> [String] {
    func word(_ text: String) -> String {
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .filter { !["any", "some", "Self", "Void"].contains($0) }
        .map { String($0).capitalizedFirst }.joined()
    }
    let all = parameters.map { kind == .subscript ? $0.first : label(of: $0) }
    let labels = all.filter { $0 != "_" }.map(\.capitalizedFirst).joined()
    let names = zip(all, parameters).map { label, parameter in
      (label == "_" ? parameter.name : label).capitalizedFirst
    }.filter { $0 != "_" }.joined()
    let types = parameters.indices.map { index in
      (all[index] == "_" ? "" : all[index].capitalizedFirst)
        + (varying.contains(index) ? word(parameters[index].type.headName) : "")
    }.joined()
    let result = word(self.result.headName)
    let right = conditions.map { word($0.right.text) }.joined()
    let constraints = generics.flatMap(\.constraints).map { word($0.text) }.joined()
    let effects =
      (isStatic ? "Static" : "") + (kind == .property ? "Property" : "")
      + (effects.isAsync ? "Async" : "") + (effects.canThrow ? "Throws" : "")
    return [
      labels, names, names + (isStatic ? "Static" : ""), types, labels + result, types + result,
      labels + right, labels + constraints + right, types + result + effects,
    ]
  }

  /// Returns the texts for an ID, from the name to one with all types and conditions.
  fileprivate func labels(as role: IDRequest.Role) -> [String] {
    let suffix = role == .set ? ".set" : role == .get && hasSetter ? ".get" : ""
    let word = isStatic ? "static " : ""
    if kind == .property { return [name + suffix, word + name + suffix] }
    let list = parameters.map {
      "\(label(of: $0)): \($0.type.text.replacing("`", with: ""))"
    }
    let exact = "\(name)(\(list.joined(separator: ", ")))"
    let whole = "\(word)\(exact)\(effects.text) -> \(result.text)"
    let constraints = generics.flatMap { generic in
      generic.constraints.map { "\(generic.name): \($0.text)" }
    }
    let clauses = [conditions.map(\.text), constraints + conditions.map(\.text)].map {
      $0.isEmpty ? "" : " where " + $0.joined(separator: ", ")
    }
    return ([fullName, exact, whole] + clauses.map { whole + $0 }).map { $0 + suffix }
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
