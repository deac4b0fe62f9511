/// The arguments of `handleCall` for the parameters of a member.
struct Arguments {
  /// A nonescaping closure that is called with the values that a stub returns.
  struct Fed {
    let name: String
    let function: SwiftType.Function
  }

  /// The parameters in the declaration of the member.
  private(set) var declared: [String] = []
  /// The parameter types of the ID. `values` contains an expression for each.
  private(set) var types: [SwiftType] = []
  private(set) var values: [String] = []
  /// Statements that run before the call.
  private(set) var prelude: [String] = []
  /// The `inout` parameters, with their types in the ID and in the member.
  private(set) var outs: [(name: String, type: SwiftType, declared: SwiftType)] = []
  private(set) var fed: Fed?
  /// The call of a closure whose result the member returns, if the ID cannot have its type.
  private(set) var passedThrough: Call?
  /// The names of closures that are not called.
  private(set) var ignored: [String] = []
  /// Assumptions about closures, because the declaration doesn't state when they are called.
  private(set) var guesses: [String] = []
  /// A Boolean value that indicates whether an expression in `values` throws, and one for `await`.
  private(set) var valuesThrow = false
  private(set) var valuesSuspend = false

  private let requirement: Requirement
  private let context: FakeContext
  private let erasure: Erasure
  private var used: Set<String>

  init(of requirement: Requirement, in context: FakeContext, _ erasure: Erasure) throws {
    self.requirement = requirement
    self.context = context
    self.erasure = erasure
    used = Set(requirement.parameters.map(\.name))
    for parameter in requirement.parameters { try add(parameter) }
  }

  private mutating func add(_ parameter: Requirement.Parameter) throws {
    var parameter = parameter
    if case .tuple = parameter.type.base {
      // Swift 6.3 crashes when it copies a borrowed tuple. A member meets the requirement without the word.
      parameter.type = parameter.type.without(["borrowing"])
    }
    let name = innerName(parameter)
    declared.append(declaration(parameter, name))
    try add(parameter, named: name)
  }

  /// Returns a name that no parameter has.
  mutating func unused(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while !used.insert(name).inserted {
      name = wanted + String(number)
      number += 1
    }
    return name
  }

  private mutating func innerName(_ parameter: Requirement.Parameter) -> String {
    if parameter.name == "_" { return unused("value") }
    let taken = ["self", "newValue"]
    return taken.contains(parameter.name) ? unused(parameter.name + "Value") : parameter.name
  }

  private func declaration(_ parameter: Requirement.Parameter, _ name: String) -> String {
    let type = context.declared(parameter.type).text
    let isIndex = requirement.kind == .subscript && parameter.second == nil
    if isIndex { return "\(name.escaped): \(type)" }
    if parameter.first == name, requirement.kind != .subscript {
      return "\(parameter.first.escapedLabel): \(type)"
    }
    return "\(parameter.first.escapedLabel) \(name.escaped): \(type)"
  }

  private mutating func add(_ parameter: Requirement.Parameter, named name: String) throws {
    let type = parameter.type
    let plain = context.plain(type, erasure)
    if let function = context.resolver.nonescaping(type) {
      return try addClosure(function, type, name)
    }
    // Swift cannot convert a closure with a parameter pack to `Any`.
    if context.resolver.closure(type)?.parameters.contains(where: \.type.isPack) == true {
      return ignore(name)
    }
    if let type = context.resolver.noncopyable(in: type, besides: erasure.noncopyable) {
      throw Refusal(
        "a call cannot keep a value of \(type)",
        instead: "the method, and pass the contents of the value to handleCall")
    }
    types.append(type.isPrefixed(with: "inout") ? context.argument(plain) : plain)
    if type.isPrefixed(with: "repeat") {
      let values = unused("values")
      // The compiler warns about an optional value that becomes `Any`.
      let isOptional = if case .optional = type.base { true } else { false }
      prelude += [
        "var \(values): [Any] = []",
        "repeat \(values).append(each \(name.escaped)\(isOptional ? " as Any" : ""))",
      ]
      self.values.append(values)
    } else if type.isPrefixed(with: "borrowing") || type.isPrefixed(with: "__shared") {
      values.append("copy " + name.escaped)
    } else {
      values.append(name.escaped)
    }
    if type.isPrefixed(with: "inout") {
      outs.append((name.escaped, plain, type.without(["inout", "sending"])))
    }
  }

  /// Adds a nonescaping closure. A call cannot record it, so it records the result of the closure, or a stub returns
  /// the arguments for it.
  private mutating func addClosure(
    _ function: SwiftType.Function, _ type: SwiftType, _ name: String
  ) throws {
    var function = function
    // Its actor may differ from that of the member.
    if type.isPrefixed(with: "@isolated(any)") { function.effects.isAsync = true }
    let mayCall = canCall(function, type)
    let passesOn = function.returnsSame(as: requirement) && !function.result.isVoid
    if mayCall, function.parameters.isEmpty {
      if passesOn, erasure.isNeeded(for: function.result), passedThrough == nil, fed == nil {
        passedThrough = call(name, function, "")
        guesses.append("\(name) runs after the call, and its result is returned.")
        return
      }
      if context.resolver.noncopyable(in: function.result, besides: erasure.noncopyable) == nil {
        if !type.isPrefixed(with: "@autoclosure") {
          let result = function.result.isVoid ? "" : ", and its result is the argument"
          guesses.append("\(name) runs once, before the call\(result).")
        }
        return addResult(of: function, name)
      }
    }
    var isOnly = fed == nil && passedThrough == nil && outs.isEmpty
    if case .initializer = requirement.kind { isOnly = false }
    if mayCall, isOnly, !function.parameters.isEmpty, isFed(function),
      !leavesIsolation(function, type)
    {
      fed = Fed(name: name, function: function)
      guesses.append("\(name) runs with the values that a stub returns.")
    } else {
      ignore(name)
    }
  }

  private mutating func ignore(_ name: String) {
    ignored.append(name)
    guesses.append("\(name) does not run.")
  }

  private mutating func addResult(of function: SwiftType.Function, _ name: String) {
    if function.result.isVoid {
      prelude.append(call(name, function, "").line)
      return
    }
    types.append(context.argument(context.plain(function.result, erasure)))
    values.append("\(name.escaped)()")
    if function.effects.canThrow { valuesThrow = true }
    if function.effects.isAsync { valuesSuspend = true }
  }

  /// Returns the call of a closure.
  func call(_ name: String, _ function: SwiftType.Function, _ value: String) -> Call {
    var call = Call(value.isEmpty ? [] : [value], effects: function.effects)
    call.function = name.escaped
    return call
  }

  /// Returns a call of `handleCall`, with the effects of its arguments.
  func call(_ values: [String], effects: Effects, receiver: String) -> Call {
    var call = Call(values, effects: effects, receiver: receiver)
    call.canThrow = call.canThrow || valuesThrow
    call.suspends = call.suspends || valuesSuspend
    return call
  }

  private func canCall(_ function: SwiftType.Function, _ type: SwiftType) -> Bool {
    if let actor = type.attributes.first(where: \.isGlobalActor),
      actor != requirement.globalActor
    {
      return false
    }
    if type.isPrefixed(with: "@isolated(any)"),
      !context.isSendable(function.result, in: requirement)
    {
      return false
    }
    if function.effects.isAsync, !requirement.effects.isAsync { return false }
    switch (function.effects.throwing, requirement.effects.throwing) {
    case (.never, _), (_, .any), (_, .rethrowing): return true
    case (.type(let inner), .type(let outer)): return inner == outer
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether a closure with values that may not be `Sendable` runs outside of
  /// the isolation.
  private func leavesIsolation(_ function: SwiftType.Function, _ type: SwiftType) -> Bool {
    let staysHere =
      type.isPrefixed(with: "nonisolated(nonsending)")
      || type.attributes.contains { $0.isGlobalActor && $0 == requirement.globalActor }
    return function.effects.isAsync && !staysHere
      && !function.parameters.allSatisfy { context.isSendable($0.type, in: requirement) }
  }

  /// Returns a Boolean value that indicates whether the values that a stub returns can be arguments of the closure.
  private func isFed(_ function: SwiftType.Function) -> Bool {
    let types = function.parameters.map(\.type)
    let isFeasible = types.allSatisfy { type in
      context.resolver.noncopyable(in: type, besides: erasure.noncopyable) == nil
        && !erasure.isNeeded(for: type)
        && !type.contains {
          if case .prefixed(let word, _) = $0 {
            return ["isolated", "sending", "repeat", "some"].contains(word)
          }
          if case .variadic = $0 { return true }
          return false
        } && context.resolver.function(type) == nil
    }
    let inouts = types.filter { $0.isPrefixed(with: "inout") }
    guard isFeasible, inouts.isEmpty || types.count == 1 else { return false }
    if function.returnsSame(as: requirement) { return true }
    if function.result.isVoid || !inouts.isEmpty { return false }
    return requirement.result == .array(function.result) && types.count == 1
      && !function.effects.isAsync
  }
}

extension SwiftType {
  /// A Boolean value that indicates whether a parameter pack is expanded in it.
  fileprivate var isPack: Bool { contains { $0.isPrefixed(with: "repeat") } }
}

extension SwiftType.Function {
  func returnsSame(as requirement: Requirement) -> Bool {
    result == requirement.result || (result.isVoid && requirement.result.isVoid)
  }
}

/// Replaces the generic parameters of a method in the types of its ID, which can't be generic.
struct Erasure {
  /// The type for each generic parameter: `any Encodable`, a class, or `Any`.
  private let existentials: [String: SwiftType]
  /// The generic parameters whose values cannot be copied.
  let noncopyable: Set<String>
  private let resolver: TypeResolver

  var names: Set<String> { Set(existentials.keys) }

  init(_ generics: [Generic], resolver: TypeResolver) {
    self.resolver = resolver
    let names = generics.map(\.name)
    noncopyable = Set(
      generics.filter { $0.constraints.contains { $0.text.hasPrefix("~") } }.map(\.name))
    existentials = Dictionary(
      generics.map { ($0.name, Erasure.existential($0, among: names, resolver)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func existential(
    _ generic: Generic, among names: [String], _ resolver: TypeResolver
  ) -> SwiftType {
    var types: [SwiftType] = []
    for constraint in generic.constraints.flatMap(\.members) {
      if constraint.text.hasPrefix("~") { continue }
      // A constraint that mentions another parameter has no arguments. A class needs them.
      guard case .named(var parts) = constraint else { continue }
      if constraint.mentions(names) {
        if resolver.isClass(constraint) { continue }
        parts[parts.count - 1].arguments = []
      }
      if !types.contains(.named(parts)) { types.append(.named(parts)) }
    }
    guard let first = types.first else { return .any }
    if types.count > 1 { return .prefixed("any", .composition(types)) }
    if first.text == "AnyObject" || resolver.isClass(first) { return first }
    return .prefixed("any", first)
  }

  /// Returns a Boolean value that indicates whether the type differs between calls.
  func isNeeded(for type: SwiftType) -> Bool {
    type.mentions(names)
      || type.contains { if case .prefixed("some", _) = $0 { true } else { false } }
  }

  /// Returns a type to which values convert implicitly: `Any` if there is no more specific one.
  func erased(_ type: SwiftType) -> SwiftType {
    guard isNeeded(for: type) else { return type }
    switch type {
    case .named(let parts) where parts.count == 1 && parts[0].arguments.isEmpty:
      return existentials[parts[0].name] ?? .any
    case .named(let parts) where parts.count == 2 && parts[1].name == "Type":
      return metatype(existentials[parts[0].name] ?? .any)
    case .prefixed("some", let type):
      if resolver.isClass(type) { return isNeeded(for: type) ? .any : type }
      return .prefixed("any", withoutOpenArguments(type))
    case .optional(let type): return .optional(erased(type))
    case .array(let element): return .array(erased(element))
    case .dictionary(let key, let value):
      return isNeeded(for: key) ? .any : .dictionary(key, erased(value))
    default: return .any
    }
  }

  /// Returns a constraint without arguments that differ between calls.
  private func withoutOpenArguments(_ constraint: SwiftType) -> SwiftType {
    switch constraint {
    case .named(var parts) where isNeeded(for: constraint):
      parts[parts.count - 1].arguments = []
      return .named(parts)
    case .composition(let types): return .composition(types.map(withoutOpenArguments))
    default: return constraint
    }
  }

  /// Returns the type for a result. The parameter `as:` converts the elements of a tuple, too.
  func erasedResult(_ type: SwiftType) -> SwiftType {
    guard case .tuple(let elements) = type, isNeeded(for: type), !elements.isEmpty,
      !elements.contains(where: { $0.type.isPrefixed(with: "repeat") })
    else { return erased(type) }
    return .tuple(elements.map { .init(label: $0.label, type: erased($0.type)) })
  }

  private func metatype(_ type: SwiftType) -> SwiftType {
    switch type {
    case .prefixed(let word, .named(let parts)):
      return .prefixed(word, .named(parts + [SwiftType.Part(name: "Type")]))
    case .prefixed(let word, let type): return .prefixed(word, .member(type, "Type"))
    case .named(let parts): return .named(parts + [SwiftType.Part(name: "Type")])
    default: return .any
    }
  }
}
