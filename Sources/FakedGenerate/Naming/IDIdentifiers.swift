/// Gives each function of a fake the shortest name that tells it from its overloads.
struct IDIdentifiers {
  private(set) var identifiers: [IDRequest: String] = [:]
  private let requirements: [Requirement]
  private let taken: Set<String>
  private var used: Set<String> = []

  init(
    _ requests: [IDRequest], _ requirements: [Requirement], taken: Set<String>,
    kept: [IDRequest: String]
  ) {
    self.requirements = requirements
    self.taken = taken
    for request in requests {
      guard let name = kept[request], !taken.contains(name), used.insert(name).inserted else {
        continue
      }
      identifiers[request] = name
    }
    var groups: [(base: String, requests: [IDRequest])] = []
    var places: [String: Int] = [:]
    for request in requests where identifiers[request] == nil && !isSubscriptSetter(request) {
      let base = base(of: request)
      if let place = places[base] {
        groups[place].requests.append(request)
      } else {
        places[base] = groups.count
        groups.append((base, [request]))
      }
    }
    // Functions without overloads have their own names before any overload can take one.
    for group in groups where group.requests.count == 1 { name(group.requests, group.base) }
    for group in groups where group.requests.count > 1 { name(group.requests, group.base) }
    for request in requests where identifiers[request] == nil { nameLikeItsGetter(request) }
  }

  private func isSubscriptSetter(_ request: IDRequest) -> Bool {
    request.role == .set && requirements[request.requirement].kind == .subscript
  }

  /// `setKey` beside `getKey`.
  private mutating func nameLikeItsGetter(_ request: IDRequest) {
    let getter = IDRequest(requirement: request.requirement, role: .get)
    let name = "set" + (identifiers[getter] ?? "get").dropFirst("get".count)
    if !take(name, for: request) { numbered(name, for: request) }
  }

  private mutating func numbered(_ name: String, for request: IDRequest) {
    var number = 2
    while identifiers[request] == nil {
      take(name + String(number), for: request)
      number += 1
    }
  }

  /// Goes from what people read first to what tells any two functions apart, and names each as soon
  /// as a single word does.
  private mutating func name(_ requests: [IDRequest], _ base: String) {
    if requests.count == 1, take(base, for: requests[0]) { return }
    var open = requests
    let words = requests.map(words)
    let columns = words.map(\.count).max() ?? 0
    let table = Dictionary(zip(requests, words), uniquingKeysWith: { first, _ in first })
    // Each name that is found makes the others fewer, so that a word may now tell them apart.
    var count = 0
    repeat {
      open = open.filter { identifiers[$0] == nil }
      count = open.count
      for column in 0..<columns {
        let candidates = open.map { request -> String in
          guard let row = table[request], column < row.count else { return base }
          return base + row[column]
        }
        let counts = candidates.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        for (request, candidate) in zip(open, candidates) where counts[candidate] == 1 {
          take(candidate, for: request)
        }
        open = open.filter { identifiers[$0] == nil }
      }
    } while open.count < count
    for request in open { numbered(base, for: request) }
  }

  /// With `ID` behind it where a member of the fake has that name.
  @discardableResult
  private mutating func take(_ name: String, for request: IDRequest) -> Bool {
    let free = taken.contains(name) ? name + "ID" : name
    guard !taken.contains(free), used.insert(free).inserted else { return false }
    identifiers[request] = free
    return true
  }

  /// What can tell a function from its overloads: labels, names, types, result, effects.
  private func words(of request: IDRequest) -> [String] {
    let requirement = requirements[request.requirement]
    let parameters = requirement.parameters
    var words: [String] = []
    let labels = parameters.map { parameter in
      requirement.kind == .subscript ? parameter.first : requirement.label(of: parameter)
    }
    let count = 6
    func column(_ values: [String], areNames: Bool = false) {
      words += (0..<count).map { index in
        guard index < values.count, values[index] != "_" else { return "" }
        return areNames ? values[index].capitalizedFirst : IDIdentifiers.word(values[index])
      }
    }
    column(labels, areNames: true)
    words.append(requirement.isStatic ? "OfType" : "")
    column(parameters.map(\.name), areNames: true)
    column(parameters.map(\.type.headName))
    words.append(IDIdentifiers.word(requirement.result.headName))
    words.append(requirement.effects.isAsync ? "Async" : "")
    column(parameters.map(\.type.base.text))
    words.append(IDIdentifiers.word(requirement.result.text))
    column(requirement.conditions.map(\.right.text))
    words.append(labels.filter { $0 != "_" }.map(\.capitalizedFirst).joined())
    return words
  }

  private func base(of request: IDRequest) -> String {
    let requirement = requirements[request.requirement]
    switch requirement.kind {
    case .method: return requirement.name
    case .property:
      return (request.role == .get ? "get" : "set") + requirement.name.capitalizedFirst
    case .subscript: return request.role == .get ? "get" : "set"
    case .initializer: return "make"
    case .operator(let fixity):
      return OperatorWords.word(
        for: requirement.name, fixity: fixity, isUnary: requirement.parameters.count == 1)
    }
  }

  /// The letters of a type that a name can have: `[String: Int]?` is `StringInt`.
  private static func word(_ text: String) -> String {
    return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { !["any", "some", "Self"].contains($0) }
      .map { String($0).capitalizedFirst }.joined()
  }
}

extension SwiftType {
  /// What a reader calls the type, without its module and arguments: `Result`, `IntArray`.
  fileprivate var headName: String {
    switch base {
    case .named(let parts): return parts.last?.name ?? ""
    case .member(let type, let name): return type.headName + name
    case .tuple(let elements): return elements.map(\.type.headName).joined(separator: " ")
    case .function(let function): return function.result.headName + " closure"
    case .array(let element), .variadic(let element): return element.headName + " array"
    case .dictionary(let key, let value): return key.headName + " " + value.headName
    case .optional(let type), .unwrapped(let type): return "optional " + type.headName
    case .prefixed(_, let type): return type.headName
    case .composition(let types): return types.map(\.headName).joined(separator: " ")
    }
  }
}
