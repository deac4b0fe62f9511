/// The arguments of `handleCall` for the parameters of a member.
struct Arguments {
  /// The parameters in the declaration of the member.
  private(set) var declared: [String] = []
  /// The parameter types of the ID. `values` contains an expression for each.
  private(set) var types: [SwiftType] = []
  private(set) var values: [String] = []
  /// The values with their labels, for a call of the same member of a class.
  private(set) var labeled: [String] = []
  /// Statements that run before the call.
  private(set) var prelude: [String] = []
  /// The `inout` parameters, with their types in the ID and in the member.
  private(set) var outs: [(name: String, type: SwiftType, declared: SwiftType)] = []
  /// A nonescaping closure that is called with the values that a stub returns.
  private(set) var fed: (name: String, function: SwiftType.Function)?
  /// The call of a closure whose result the member returns, if the ID cannot have its type.
  private(set) var passedThrough: String?
  /// The names of closures that are not called.
  private(set) var ignored: [String] = []
  /// Assumptions about closures, because the declaration doesn't state when they are called.
  private(set) var guesses: [String] = []
  /// The effects of the expressions in `values`.
  private var effects = Effects()

  private let requirement: Requirement
  private let context: FakeContext
  private let erasure: Erasure
  private var used: Set<String>

  init(of requirement: Requirement, in context: FakeContext, _ erasure: Erasure) throws(Refusal) {
    (self.requirement, self.context, self.erasure) = (requirement, context, erasure)
    used = Set(requirement.parameters.map(\.name))
    for parameter in requirement.parameters { try add(parameter) }
  }

  private mutating func add(_ parameter: Requirement.Parameter) throws(Refusal) {
    var type = parameter.type
    // Swift 6.3 crashes when it copies a borrowed tuple. A member meets the requirement without the word.
    if case .tuple = type.base { type = type.without(["borrowing"]) }
    let name = innerName(parameter)
    let label = parameter.first.escapedLabel
    let text = context.declared(type).text
    if requirement.kind == .subscript ? parameter.second == nil : parameter.first == name {
      declared.append("\(requirement.kind == .subscript ? name.escaped : label): \(text)")
    } else {
      declared.append("\(label) \(name.escaped): \(text)")
    }
    labeled.append((parameter.first == "_" ? "" : label + ": ") + value(of: type, named: name))
    if let function = context.resolver.nonescaping(type) { return addClosure(function, type, name) }
    // Swift cannot convert a closure with a parameter pack to `Any`.
    let parameters = context.resolver.closure(type)?.parameters ?? []
    if parameters.contains(where: { $0.type.contains { $0.isPrefixed(with: "repeat") } }) {
      return ignore(name)
    }
    if let type = context.resolver.noncopyable(in: type, besides: erasure.noncopyable) {
      throw Refusal(
        "a call cannot keep a value of \(type)",
        instead: "the method, and pass the contents of the value to handleCall")
    }
    add(type, named: name)
  }

  private mutating func add(_ type: SwiftType, named name: String) {
    let plain = context.plain(type, erasure)
    let isInout = type.isPrefixed(with: "inout")
    types.append(isInout ? context.argument(plain) : plain)
    if isInout { outs.append((name.escaped, plain, type.without(["inout", "sending"]))) }
    if type.isPrefixed(with: "repeat") {
      let values = unused("values")
      // The compiler warns about an optional value that becomes `Any`.
      let isOptional = if case .optional = type.base { true } else { false }
      prelude += [
        "var \(values): [Any] = []",
        "repeat \(values).append(each \(name.escaped)\(isOptional ? " as Any" : ""))",
      ]
      return self.values.append(values)
    }
    values.append(value(of: type, named: name))
  }

  /// Returns the expression for a parameter. One with a word for its ownership isn't copied implicitly.
  private func value(of type: SwiftType, named name: String) -> String {
    (SwiftType.ownership.isDisjoint(with: type.words) ? "" : "copy ") + name.escaped
  }

  /// Returns a name that no parameter has.
  mutating func unused(_ wanted: String) -> String { wanted.numbered { used.insert($0).inserted } }

  private mutating func innerName(_ parameter: Requirement.Parameter) -> String {
    if parameter.name == "_" { return unused("value") }
    let taken = ["self", "newValue"]
    return taken.contains(parameter.name) ? unused(parameter.name + "Value") : parameter.name
  }

  /// Adds a nonescaping closure. A call cannot record it, so it records the result of the closure, or a stub returns
  /// the arguments for it.
  private mutating func addClosure(
    _ function: SwiftType.Function, _ type: SwiftType, _ name: String
  ) {
    var function = function
    // Its actor may differ from that of the member.
    if type.isPrefixed(with: "@isolated(any)") { function.effects.isAsync = true }
    guard canCall(function, type) else { return ignore(name) }
    guard function.parameters.isEmpty else {
      let isFirst = fed == nil && passedThrough == nil && outs.isEmpty
      guard isFirst, !requirement.isInitializer, isFed(function), !leavesIsolation(function, type)
      else { return ignore(name) }
      fed = (name, function)
      return guesses.append("\(name) runs with the values that a stub returns.")
    }
    if function.returnsSame(as: requirement), erasure.isNeeded(for: function.result),
      passedThrough == nil, fed == nil
    {
      passedThrough = callText([], function.effects, to: name.escaped)
      return guesses.append("\(name) runs after the call, and its result is returned.")
    }
    if context.resolver.noncopyable(in: function.result, besides: erasure.noncopyable) != nil {
      return ignore(name)
    }
    if function.result.isVoid {
      prelude.append(callText([], function.effects, to: name.escaped))
    } else {
      types.append(context.argument(context.plain(function.result, erasure)))
      values.append("\(name.escaped)()")
      effects.isAsync = effects.isAsync || function.effects.isAsync
      if function.effects.canThrow { effects.throwing = .any }
    }
    if !type.isPrefixed(with: "@autoclosure") {
      let result = function.result.isVoid ? "" : ", and its result is the argument"
      guesses.append("\(name) runs once, before the call\(result).")
    }
  }

  private mutating func ignore(_ name: String) {
    ignored.append(name)
    guesses.append("\(name) does not run.")
  }

  /// Returns a call of `handleCall`, with the effects of its arguments.
  func handleCall(_ values: [String], _ own: Effects, on receiver: String) -> String {
    var all = own
    all.isAsync = all.isAsync || effects.isAsync
    if effects.canThrow { all.throwing = .any }
    return callText(values, all, on: receiver)
  }

  private func canCall(_ function: SwiftType.Function, _ type: SwiftType) -> Bool {
    let actor = type.attributes.first(where: \.isGlobalActor)
    if actor != nil, actor != requirement.globalActor { return false }
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

  /// Returns a Boolean value that indicates whether a stub can return the arguments of the closure, and the member can
  /// return its result.
  private func isFed(_ function: SwiftType.Function) -> Bool {
    let types = function.parameters.map(\.type)
    let words = ["isolated", "sending", "repeat", "some"]
    let isFeasible = types.allSatisfy { type in
      context.resolver.noncopyable(in: type, besides: erasure.noncopyable) == nil
        && !erasure.isNeeded(for: type) && context.resolver.function(type) == nil
        && !type.contains { $0.isVariadic || $0.words.contains(where: words.contains) }
    }
    let isInout = types.contains { $0.isPrefixed(with: "inout") }
    guard isFeasible, !isInout || types.count == 1 else { return false }
    // The closure may also transform the elements of an array.
    let isMapped = requirement.result == .array(function.result) && types.count == 1
    return function.returnsSame(as: requirement, orVoid: true)
      || isMapped && !isInout && !function.effects.isAsync
  }
}

extension SwiftType.Function {
  /// Returns a Boolean value that indicates whether a member can return the result of the function.
  fileprivate func returnsSame(as requirement: Requirement, orVoid: Bool = false) -> Bool {
    result == requirement.result && !result.isVoid
      || orVoid && result.isVoid && requirement.result.isVoid
  }
}
