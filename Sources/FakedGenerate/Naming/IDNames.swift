/// The names of the IDs of one fake: for each function, the shortest name that distinguishes it from its overloads.
///
/// The names depend only on the protocol, and not on the order of its requirements.
struct IDNames {
  struct Name {
    /// The name of the property.
    var identifier: String
    /// The text of the ID, which failures show: the full name with its labels.
    var label: String

    var keyPath: String { "\\.\(identifier)" }
  }

  /// A function of a fake that has an ID.
  private struct Request: Hashable {
    /// The index of the requirement in the protocol.
    let requirement: Int
    let isSetter: Bool
  }

  private var identifiers: [Request: String] = [:]
  private var labels: [Request: String] = [:]
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
      (requirements[index].hasSetter ? [false, true] : [false])
        .map { Request(requirement: index, isSetter: $0) }
    }
    // The IDs of static members belong to another type.
    for isOfStatics in [false, true] {
      let group = requests.filter { requirements[$0.requirement].isOfStatics == isOfStatics }
      used = []
      name(group)
      label(group)
    }
  }

  /// Returns the name of the ID that calls or reads a requirement, or that writes it.
  func name(of requirement: Int, isSetter: Bool = false) -> Name {
    let request = Request(requirement: requirement, isSetter: isSetter)
    return Name(identifier: identifiers[request] ?? "call", label: labels[request] ?? "call")
  }

  /// Returns the name of the property that keeps the last value of a requirement.
  func backing(of requirement: Int) -> String {
    let name = requirements[requirement].name + "Value"
    let isFree = !taken.contains(name) && !identifiers.values.contains(name)
    return isFree ? name : name + String(requirement)
  }

  private mutating func name(_ requests: [Request]) {
    let groups = Dictionary(grouping: requests.filter { !$0.isSetter }) {
      requirements[$0.requirement].baseName
    }.sorted { $0.key < $1.key }
    // A function without overloads keeps its name, even if an overload could use it, too.
    for (base, group) in groups where group.count == 1 { name(group, base) }
    for (base, group) in groups where group.count > 1 { name(group, base) }
    for request in requests where request.isSetter {
      let getter = Request(requirement: request.requirement, isSetter: false)
      let name = "set" + (identifiers[getter] ?? "get").dropFirst(3)
      _ = name.numbered { use($0, for: request) }
    }
  }

  private mutating func name(_ group: [Request], _ base: String) {
    if group.count == 1, use(base, for: group[0]) { return }
    var open = group
    for level in 0..<Requirement.suffixCount {
      let types = open.map { requirements[$0.requirement].parameters.map(\.type) }
      // The indices of the parameters whose types are not the same in all overloads.
      let varying = (0..<(types.map(\.count).max() ?? 0)).filter { index in
        types.contains { !$0.indices.contains(index) || $0[index] != types[0][index] }
      }
      let names = open.map { base + requirements[$0.requirement].suffixes(varying)[level] }
      for (request, name) in zip(open, names) where names.count(where: { $0 == name }) == 1 {
        use(name, for: request)
      }
      open.removeAll { identifiers[$0] != nil }
    }
    // The numbers follow the alphabetical order of the declarations.
    open.sort {
      requirements[$0.requirement].declaration < requirements[$1.requirement].declaration
    }
    for request in open { _ = base.numbered { use($0, for: request) } }
  }

  /// Uses a name. Appends `ID` if a member of the fake has the name.
  @discardableResult
  private mutating func use(_ name: String, for request: Request) -> Bool {
    let free = taken.contains(name) ? name + "ID" : name
    guard !taken.contains(free), used.insert(free).inserted else { return false }
    identifiers[request] = free
    return true
  }

  /// Gives each function the first of its texts that no other function has.
  private mutating func label(_ requests: [Request]) {
    let texts = requests.map { requirements[$0.requirement].labels(ofSetter: $0.isSetter) }
    for (request, own) in zip(requests, texts) {
      let unique = own.indices.first { level in texts.count { $0[level] == own[level] } == 1 }
      labels[request] = unique.map { own[$0] } ?? "\(own[0]) \(request.requirement)"
    }
  }
}

extension Requirement {
  fileprivate var baseName: String {
    switch kind {
    case .method: return name
    case .property: return "get" + name.capitalizedFirst
    case .subscript: return "get"
    case .initializer: return "make"
    case .operator(let fixity):
      // An ID cannot contain the characters of an operator.
      let signs: [Character: String] = [
        "+": "plus", "-": "minus", "*": "times", "/": "slash", "%": "percent", "=": "equal",
        "!": "not", "<": "less", ">": "greater", "&": "and", "|": "or", "^": "caret",
        "~": "tilde", "?": "question", ".": "dot",
      ]
      let words = [fixity].filter { !$0.isEmpty } + name.map { signs[$0] ?? "sign" }
      return (words.first ?? "") + words.dropFirst().map(\.capitalizedFirst).joined()
    }
  }

  fileprivate static let suffixCount = 5

  /// Returns the words that are appended to the name of an overload: its labels, the names of its parameters, their
  /// types, its result, and everything. Types of other parameters than the varying ones say nothing.
  fileprivate func suffixes(_ varying: [Int]) -> [String] {
    let all = parameters.map { kind == .subscript ? $0.first : label(of: $0) }
      .map { $0 == "_" ? "" : $0.capitalizedFirst }
    let names = zip(all, parameters).map { label, parameter in
      label.isEmpty && parameter.name != "_" ? parameter.name.capitalizedFirst : label
    }
    let types = parameters.indices.map { index in
      all[index] + (varying.contains(index) ? Self.words(parameters[index].type.text) : "")
    }.joined()
    let constraints = generics.flatMap(\.constraints).map(\.text) + conditions.map(\.right.text)
    let result = types + Self.words(result.text)
    let rest =
      constraints.map(Self.words).joined() + (kind == .property ? "Property" : "")
      + (effects.isAsync ? "Async" : "") + (effects.canThrow ? "Throws" : "")
    return [all.joined(), names.joined(), types, result, result + rest]
  }

  /// Returns the words of a type: `IntOptional` for `Int?`.
  private static func words(_ type: String) -> String {
    var text = type
    for (sign, word) in [("[", "array "), ("...", " list"), ("?", " optional"), ("->", " to ")] {
      text.replace(sign, with: word)
    }
    let ignored: Set<Substring> = [
      "any", "some", "Self", "Void", "inout", "escaping", "Sendable", "async", "throws",
    ]
    return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.filter { !ignored.contains($0) }
      .map { String($0).capitalizedFirst }.joined()
  }

  /// Returns the texts for an ID, from the name to one with all types and conditions.
  fileprivate func labels(ofSetter isSetter: Bool) -> [String] {
    let suffix = isSetter ? ".set" : hasSetter ? ".get" : ""
    let list = parameters.map { "\(label(of: $0)): \($0.type.text.replacing("`", with: ""))" }
    let exact = kind == .property ? name : "\(name)(\(list.joined(separator: ", ")))"
    let constraints = generics.flatMap { generic in
      generic.constraints.map { "\(generic.name): \($0.text)" }
    }
    let clause = (constraints + conditions.map(\.text)).joined(separator: ", ")
    let whole =
      "\(exact)\(effects.text) -> \(result.text)" + (clause.isEmpty ? "" : " where \(clause)")
    return [fullName, exact, whole].map { $0 + suffix }
  }
}
