/// How the parameters of a method reach `handleCall`.
struct Arguments {
  /// A closure that does not escape, and is called with what the test stubs.
  struct Fed {
    let name: String
    let function: SwiftType.Function
  }

  /// The parameters as the method declares them.
  private(set) var declared: [String] = []
  /// The types of the ID, and the expressions for them.
  private(set) var types: [SwiftType] = []
  private(set) var values: [String] = []
  /// What has to run before.
  private(set) var prelude: [String] = []
  /// `inout` parameters, with their types in the ID and in the method.
  private(set) var outs: [(name: String, type: SwiftType, declared: SwiftType)] = []
  private(set) var fed: Fed?
  /// The closure whose result the method returns, where the ID cannot have it.
  private(set) var passedThrough: String?
  private(set) var ignored: [String] = []
  /// What is done because the declaration does not say what is meant.
  private(set) var guesses: [String] = []
  /// Whether an expression among `values` throws or suspends.
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
      // Swift 6.3 crashes where a borrowed tuple is copied; a requirement is met without the word.
      parameter.type = parameter.type.without(["borrowing"])
    }
    let name = innerName(parameter)
    declared.append(declaration(parameter, name))
    try add(parameter, named: name)
  }

  /// A name that no parameter has.
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
    if context.resolver.isForeignAlias(type), hasHiddenClosure, !type.isPrefixed(with: "@escaping")
    {
      throw Unwritable(
        reason: "nothing here says whether \(type.base.text) is a closure",
        instead: "the method, with a closure that does not escape called in it and not handed over")
    }
    if let type = context.noncopyable.name(in: type, besides: erasure.noncopyable) {
      throw Unwritable(
        reason: "a call cannot keep a value of \(type), which is noncopyable",
        instead: "the method, handing over what the value holds")
    }
    types.append(plain)
    if type.isPrefixed(with: "repeat") {
      let values = unused("values")
      prelude += [
        "var \(values): [Any] = []", "repeat \(values).append(each \(name.escaped))",
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

  /// Whether the identifier has more closures that do not escape than the declaration shows.
  private var hasHiddenClosure: Bool {
    let types = requirement.parameters.map(\.type)
    let shown = types.map(context.resolver.nonescapingCount).reduce(0, +)
    return requirement.id.count(of: "XE") > shown
  }

  /// A closure that does not escape cannot be recorded: what it gives or gets is.
  private mutating func addClosure(
    _ function: SwiftType.Function, _ type: SwiftType, _ name: String
  ) throws {
    let mayCall = canCall(function, type)
    let passesOn = function.returnsSame(as: requirement) && !function.result.isVoid
    if mayCall, function.parameters.isEmpty {
      if passesOn, erasure.isNeeded(for: function.result), passedThrough == nil, fed == nil {
        passedThrough = call(name, function, "")
        guesses.append("\(name) runs after the call, and gives the result.")
        return
      }
      if context.noncopyable.name(in: function.result, besides: erasure.noncopyable) == nil {
        if !type.isPrefixed(with: "@autoclosure") {
          let result = function.result.isVoid ? "" : ", and its result is the argument"
          guesses.append("\(name) runs once, before the call\(result).")
        }
        return addResult(of: function, name)
      }
    }
    var isOnly = fed == nil && passedThrough == nil && outs.isEmpty
    if case .initializer = requirement.kind { isOnly = false }
    if mayCall, isOnly, !function.parameters.isEmpty, isFed(function) {
      fed = Fed(name: name.escaped, function: function)
      guesses.append("\(name) runs with what a stub returns.")
    } else {
      ignored.append(name)
      guesses.append("\(name) does not run.")
    }
  }

  private mutating func addResult(of function: SwiftType.Function, _ name: String) {
    if function.result.isVoid {
      prelude.append(call(name, function, ""))
      return
    }
    types.append(context.plain(function.result, erasure))
    values.append("\(name.escaped)()")
    if function.effects.canThrow { valuesThrow = true }
    if function.effects.isAsync { valuesSuspend = true }
  }

  /// `try await body(value)`, as the closure demands.
  func call(_ name: String, _ function: SwiftType.Function, _ value: String) -> String {
    (function.effects.canThrow ? "try " : "") + (function.effects.isAsync ? "await " : "")
      + "\(name.escaped)(\(value))"
  }

  private func canCall(_ function: SwiftType.Function, _ type: SwiftType) -> Bool {
    if let actor = type.attributes.first(where: \.isGlobalActor),
      actor != requirement.globalActor
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

  /// Whether what the closure takes and gives makes a call of the method.
  private func isFed(_ function: SwiftType.Function) -> Bool {
    let types = function.parameters.map(\.type)
    let isFeasible = types.allSatisfy { type in
      context.noncopyable.name(in: type, besides: erasure.noncopyable) == nil
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

extension SwiftType.Function {
  func returnsSame(as requirement: Requirement) -> Bool {
    result == requirement.result || (result.isVoid && requirement.result.isVoid)
  }
}
