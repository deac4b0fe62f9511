// Types, and the effects and attributes of functions.
extension Demangler {
  mutating func nominal() throws -> Node {
    let type = try popNominal()
    substitutions.append(.type(type))
    return .type(type)
  }

  mutating func boundGeneric() throws -> Node {
    var lists: [[SwiftType]] = []
    repeat {
      var list: [SwiftType] = []
      while let type = popTypeIfAny() { list.insert(type, at: 0) }
      lists.append(list)
      if pop(if: .emptyList) { break }
      guard pop(if: .firstElement) else { throw Unknown() }
    } while true
    guard case .named(var parts) = try popType() else { throw Unknown() }
    for (offset, list) in lists.enumerated() where parts.indices.contains(parts.count - 1 - offset)
    {
      parts[parts.count - 1 - offset].arguments = list
    }
    let node = Node.type(SwiftType.named(parts).sugared)
    substitutions.append(node)
    return node
  }

  mutating func function(isEscaping: Bool, _ attribute: String? = nil) throws -> SwiftType {
    var words = attribute.map { [$0] } ?? []
    var effects = Effects()
    var sendsResult = false
    func isPart(_ node: Node?) -> Bool {
      switch node {
      case .async, .sendable, .sendingResult, .throwing, .isolation: true
      default: false
      }
    }
    while isPart(stack.last) {
      switch try pop() {
      case .async: effects.isAsync = true
      case .sendable: words.append("@Sendable")
      case .sendingResult: sendsResult = true
      case .throwing(let throwing): effects.throwing = throwing
      case .isolation(let word): words.insert(word, at: 0)
      default: break
      }
    }
    let parameters: [SwiftType.Element]
    if pop(if: .emptyList) {
      parameters = []
    } else {
      let type = try popType()
      if case .tuple(let elements) = type {
        parameters = elements
      } else {
        parameters = [.init(label: nil, type: type)]
      }
    }
    var result = pop(if: .emptyList) ? .void : try popType()
    if sendsResult { result = .prefixed("sending", result) }
    if isEscaping { words.insert("@escaping", at: 0) }
    return words.reversed().reduce(
      .function(.init(parameters: parameters, effects: effects, result: result))
    ) { .prefixed($1, $0) }
  }

  mutating func elements() throws -> [SwiftType.Element] {
    if pop(if: .emptyList) { return [] }
    var elements: [SwiftType.Element] = []
    while true {
      let isFirst = pop(if: .firstElement)
      let isVariadic = pop(if: .variadic)
      var label: String?
      if case .identifier(let name)? = stack.last {
        stack.removeLast()
        label = name
      }
      let type = try popType()
      elements.insert(.init(label: label, type: isVariadic ? .variadic(type) : type), at: 0)
      if isFirst { return elements }
    }
  }

  mutating func existential() throws -> SwiftType {
    if pop(if: .emptyList) { return .any }
    var types: [SwiftType] = []
    while true {
      let isFirst = pop(if: .firstElement)
      types.insert(try popProtocol(), at: 0)
      if isFirst { break }
    }
    return .prefixed("any", types.count == 1 ? types[0] : .composition(types))
  }

  mutating func special() throws -> Node {
    switch try next() {
    case "E": return .type(try function(isEscaping: false))
    case "K": return .type(try function(isEscaping: false, "@autoclosure"))
    case "A": return .type(try function(isEscaping: true, "@autoclosure"))
    case "C": return .type(try function(isEscaping: true, "@convention(c)"))
    case "B": return .type(try function(isEscaping: true, "@convention(block)"))
    case "D": return .type(try popType())
    case "p": return .type(.member(try popType(), "Type"))
    case "M", "m":
      _ = try next()
      return .type(try popType().appending(.init(name: "Type")))
    case "l":
      let type = try existential()
      guard case .prefixed(let word, let types) = type else { return .type(.name("AnyObject")) }
      return .type(.prefixed(word, .composition([types, .name("AnyObject")])))
    case "c":
      let superclass = try popType()
      guard case .prefixed(let word, let types) = try existential() else { throw Unknown() }
      return .type(.prefixed(word, .composition([superclass, types])))
    case "P":
      // The arguments of `any Sequence<Int>` are conditions here, which are not spelled out.
      repeat { popRequirements() } while pop(if: .firstElement)
      return .type(.prefixed("\u{FFFD}", try popType()))
    case "S":
      // Sugar that the debugger shows.
      let kind = try next()
      let type = try popType()
      if kind == "q" { return .type(.optional(type)) }
      if kind == "a" { return .type(.array(type)) }
      return .type(.dictionary(try popType(), type))
    default: throw Unknown()
    }
  }

  mutating func annotation() throws -> Node {
    switch try next() {
    case "a": return .async
    case "b": return .sendable
    case "c":
      let actor = try popType()
      guard case .named(let parts) = actor else { throw Unknown() }
      return .isolation("@" + (parts.last?.name ?? ""))
    case "A": return .isolation("@isolated(any)")
    case "C": return .isolation("nonisolated(nonsending)")
    case "K": return .throwing(.type(try popType()))
    case "T": return .sendingResult
    case "i": return .type(.prefixed("isolated", try popType()))
    case "u": return .type(.prefixed("sending", try popType()))
    case "k", "t": return .type(try popType())
    default: throw Unknown()
    }
  }
}

extension SwiftType {
  /// `[Int]` for `Swift.Array<Swift.Int>`.
  fileprivate var sugared: SwiftType {
    guard case .named(let parts) = self, parts.count == 2, let id = parts[1].id else { return self }
    let arguments = parts[1].arguments
    switch (id, arguments.count) {
    case ("s:Sa", 1): return .array(arguments[0])
    case ("s:SD", 2): return .dictionary(arguments[0], arguments[1])
    case ("s:Sq", 1): return .optional(arguments[0])
    default: return self
    }
  }
}
