/// Writes methods and operators.
struct FunctionWriter {
  private let requirement: Requirement
  private let index: Int
  private let context: FakeContext
  private let erasure: Erasure
  private var arguments: Arguments
  /// The value that responds, followed by a dot, or nothing for the fake itself.
  private var receiver = ""

  static func member(_ requirement: Requirement, at index: Int, in context: FakeContext) throws
    -> FakeMember
  {
    var writer = try FunctionWriter(requirement, index, context)
    return try writer.write()
  }

  private init(_ requirement: Requirement, _ index: Int, _ context: FakeContext) throws {
    self.index = index
    self.context = context
    self.requirement = requirement
    erasure = context.erasure(for: requirement)
    var forwarded = requirement
    if case .operator = requirement.kind {
      // The first operand that is a fake responds.
      if let index = requirement.parameters.firstIndex(where: { $0.type.base == .name("Self") }) {
        receiver = forwarded.parameters.remove(at: index).name.escaped + "."
      }
    }
    arguments = try Arguments(of: forwarded, in: context, erasure)
    if receiver.isEmpty { receiver = context.receiver(in: requirement) }
  }

  private mutating func write() throws -> FakeMember {
    var member = FakeMember()
    let effects = context.effects(of: requirement, erasure)
    let body = try body(effects)
    member.ids = [.init(context.names[index, .call], arguments.types, effects, result: body.result)]
    member.lines = Layout.declaration(
      signature, body: body.lines, indent: 2, isOneLiner: body.lines.count == 1)
    member.guesses = arguments.guesses
    member.notes = arguments.ignored.map {
      "\(context.model.fakeName).\(requirement.name) does not call its closure '\($0)'."
    }
    return member
  }

  private var signature: Signature {
    var name = "func " + requirement.name.escaped
    var parameters = arguments.declared
    if case .operator(let fixity) = requirement.kind {
      name =
        (fixity.isEmpty ? "" : fixity + " ") + "func " + requirement.name
        + (requirement.generics.isEmpty ? " " : "")
      parameters = requirement.parameters.map {
        "\($0.first): \(context.declared($0.type).text)"
      }
    }
    let result = context.declared(requirement.result)
    return context.signature(
      requirement, name: name + requirement.genericClause, parameters: parameters,
      result: result.isVoid ? "" : result.text)
  }

  private typealias Body = (lines: [String], result: SwiftType)

  private mutating func body(_ effects: Effects) throws -> Body {
    if let fed = arguments.fed { return fedBody(fed, effects) }
    if let value = arguments.passedThrough {
      let call = call(effects, default: context.isVoidSilent ? "()" : nil)
      return (arguments.prelude + call.lines() + ["return " + value.line], .void)
    }
    let result = requirement.result.without(["sending"])
    if let type = context.resolver.noncopyable(in: result, besides: erasure.noncopyable) {
      throw Refusal(
        "a stub cannot return a value of \(type)",
        instead: "the method, and create the result from a value that a stub returns")
    }
    if !arguments.outs.isEmpty { return outBody(result, effects) }
    let plain = context.plain(result, erasure, isResult: true)
    var fallback: String?
    if plain.isVoid, context.isVoidSilent { fallback = "()" }
    if effects.throwing != .any, result == .name("Self"), context.kind == .struct,
      !requirement.isStatic
    {
      fallback = receiver.isEmpty ? "self" : nil
    }
    let wanted = erasure.isNeeded(for: result) ? optional(context.declared(result)) : nil
    var call = call(effects, default: fallback, as: wanted)
    if requirement.sendsResult {
      call.before = "Sent(value: "
      call.after = ").value"
    }
    let returns = (!arguments.prelude.isEmpty || requirement.isBuilt) && !plain.isVoid
    return (arguments.prelude + call.lines(returns: returns), plain.isVoid ? .void : plain)
  }

  private func optional(_ type: SwiftType) -> SwiftType {
    if case .unwrapped(let value) = type { .optional(value) } else { type }
  }

  private func call(
    _ effects: Effects, default fallback: String? = nil, as type: SwiftType? = nil
  ) -> Call {
    var values = [context.names.keyPath(index, .call)] + arguments.values
    if let type { values.append("as: \(type.metatype)") }
    if let fallback { values.append("default: \(fallback)") }
    return arguments.call(values, effects: effects, receiver: receiver)
  }

  private func tuple(_ types: [SwiftType]) -> SwiftType {
    types.count == 1 ? types[0] : .tuple(types.map { .init(label: nil, type: $0) })
  }

  private func list(_ names: [String]) -> String {
    names.count == 1 ? names[0] : "(" + names.joined(separator: ", ") + ")"
  }

  /// A stub returns the new values of `inout` parameters, before the result.
  private mutating func outBody(_ result: SwiftType, _ effects: Effects) -> Body {
    let outs = arguments.outs
    var names = outs.map(\.name)
    var types = outs.map(\.type)
    var wanted = outs.map(\.declared)
    var before: [String] = []
    var after: [String] = []
    if !result.isVoid {
      let name = arguments.unused("result")
      before = ["let \(name): \(context.declared(optional(result)).text)"]
      after = ["return \(name)"]
      names.append(name)
      types.append(context.plain(result, erasure))
      wanted.append(optional(result))
    }
    let isGeneric = wanted.contains(where: erasure.isNeeded)
    let hasFallback = result.isVoid && context.isVoidSilent && !isGeneric
    var call = call(
      effects, default: hasFallback ? list(names) : nil,
      as: isGeneric ? context.declared(tuple(wanted)) : nil)
    call.before = list(names) + " = "
    return (arguments.prelude + before + call.lines() + after, tuple(types))
  }

  /// A stub returns the arguments for the closure.
  private mutating func fedBody(_ fed: Arguments.Fed, _ effects: Effects) -> Body {
    let types = fed.function.parameters.map { context.plain($0.type, erasure) }
    let element = tuple(types)
    let names =
      types.count == 1
      ? [arguments.unused("value")]
      : types.indices.map { arguments.unused("value\($0 + 1)") }
    let isInout = fed.function.parameters[0].type.isPrefixed(with: "inout")
    let values = names.joined(separator: ", ")
    let closure = arguments.call(fed.name, fed.function, isInout ? "&" + values : values)
    var call = call(effects)
    if requirement.result.isVoid {
      call = self.call(effects, default: context.isVoidSilent ? "[]" : nil)
      func loop(over sequence: String) -> String {
        "for \(isInout ? "var " : "")\(list(names)) in \(sequence) { \(closure.line) }"
      }
      if Layout.fits("    " + loop(over: call.line)) {
        return (arguments.prelude + [loop(over: call.line)], .array(element))
      }
      let all = arguments.unused("values")
      call.before = "let \(all) = "
      return (arguments.prelude + call.lines() + [loop(over: all)], .array(element))
    }
    if fed.function.returnsSame(as: requirement) {
      call.before = "\(isInout ? "var" : "let") \(list(names)) = "
      return (arguments.prelude + call.lines() + ["return " + closure.line], element)
    }
    call.after = ".map(\(fed.name.escaped))"
    call.canThrow = call.canThrow || fed.function.effects.canThrow
    return (arguments.prelude + call.lines(returns: !arguments.prelude.isEmpty), .array(element))
  }
}

/// Writes initializers. A separate fake, the maker, responds to them.
enum InitializerWriter {
  static func member(_ requirement: Requirement, at index: Int, in context: FakeContext) throws
    -> FakeMember
  {
    guard case .initializer(let failing) = requirement.kind else { return FakeMember() }
    if context.kind == .actor, let type = try unsendable(in: requirement, context) {
      throw Refusal(
        "an actor cannot be created with a value of \(type.base.text), "
          + "which is not known to be Sendable",
        instead: "a class or struct if the protocol allows it, or make the type Sendable")
    }
    let erasure = Erasure(requirement.generics, resolver: context.resolver)
    var forwarded = requirement
    // A closure does not determine what an initializer does.
    forwarded.result = .name("Self")
    let arguments = try Arguments(of: forwarded, in: context, erasure)
    let effects = context.effects(of: requirement, erasure)
    let canFail = !failing.isEmpty
    let isGeneric = !context.model.generics.isEmpty
    var types = arguments.types
    var values = [context.names.keyPath(index, .make)] + arguments.values
    if !isGeneric {
      types.append(.name(context.model.fakeName))
      values.append("self")
    }
    if context.isVoidSilent || canFail || isGeneric {
      values.append("default: \(canFail ? "true" : "()")")
    }
    var call = arguments.call(
      values, effects: effects, receiver: isGeneric ? "" : context.maker + ".current.")
    if canFail {
      call.before = "guard "
      call.after = " else { return nil }"
    }
    var member = FakeMember()
    member.guesses = arguments.guesses + arguments.outs.map { "\($0.name) keeps its value." }
    let result: SwiftType = canFail ? .name(context.standardName("Bool")) : .void
    member.ids = [.init(context.names[index, .make], types, effects, result: result)]
    // An object must be fully initialized before it can be an argument.
    let start = ["instanceId = FakeInstance()"] + (context.model.isObject ? ["super.init()"] : [])
    member.lines = Layout.declaration(
      context.signature(
        requirement, name: "init" + failing + requirement.genericClause,
        parameters: arguments.declared),
      body: start + arguments.prelude + call.lines(), indent: 2, isOneLiner: false)
    return member
  }

  /// Returns the type of a parameter that cannot be sent to a new actor.
  private static func unsendable(
    in requirement: Requirement, _ context: FakeContext
  ) throws -> SwiftType? {
    let types = requirement.parameters.map(\.type)
    if let type = types.first(where: { !context.isSendable($0, in: requirement) }) { return type }
    if let type = literalType(in: requirement, context) { return type }
    // For callers of the requirement, the associated types of the fake are unknown.
    let open = context.model.associatedTypes.filter { type in
      type.fixed != nil && !type.constraints.contains { $0.text == "Sendable" }
    }.map(\.name)
    if open.isEmpty { return nil }
    return requirement.parameters.first { parameter in
      TokenReader(parameter.sourceType).mentions(open)
    }?.type
  }

  /// Returns the associated type of a protocol such as `ExpressibleByIntegerLiteral`. For callers of the requirement,
  /// it is unknown.
  private static func literalType(
    in requirement: Requirement, _ context: FakeContext
  ) -> SwiftType? {
    requirement.parameters.map(\.first.capitalizedFirst).first { literal in
      literal != "NilLiteral" && context.model.known.contains("Swift.ExpressibleBy" + literal)
    }.map { .name($0 + "Type") }
  }
}

extension TokenReader {
  /// Returns a Boolean value that indicates whether one of the names is in a type.
  fileprivate func mentions(_ names: [String]) -> Bool {
    var reader = self
    return (try? reader.type())?.mentions(names) ?? false
  }
}
