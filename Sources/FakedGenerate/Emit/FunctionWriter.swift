// Methods and operators.
struct FunctionWriter {
  private let requirement: Requirement
  private let index: Int
  private let context: FakeContext
  private let erasure: Erasure
  private var arguments: Arguments
  /// What `handleCall` is a method of, with a dot, where that is not the fake itself.
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
      // The first operand of the fake's own type answers.
      if let place = requirement.parameters.firstIndex(where: { $0.type.base == .name("Self") }) {
        receiver = forwarded.parameters.remove(at: place).name.escaped + "."
      }
    }
    arguments = try Arguments(of: forwarded, in: context, erasure)
    if requirement.isStatic, receiver.isEmpty {
      receiver = context.staticReceiver(in: requirement)
    } else if receiver.isEmpty, requirement.hidesHandleCall {
      receiver = "self."
    }
  }

  private mutating func write() throws -> FakeMember {
    var member = FakeMember()
    let effects = context.effects(of: requirement, erasure)
    let body = try body(effects)
    member.ids = [
      .init(
        name: context.names[index, .call],
        signature: .init(
          parameters: arguments.types.map { .init(label: nil, type: $0) }, effects: effects,
          result: body.result))
    ]
    member.lines = Layout.declaration(
      try signature(), body: body.lines, indent: 2, isOneLiner: body.lines.count == 1)
    member.guesses = arguments.guesses
    member.notes = arguments.ignored.map {
      "\(context.model.fakeName).\(requirement.name) does not call its closure '\($0)'."
    }
    return member
  }

  private func signature() throws -> Layout.Signature {
    var fixity = ""
    var name = requirement.name.escaped
    if case .operator(let word) = requirement.kind {
      fixity = word.isEmpty ? "" : word + " "
      name = requirement.name + (requirement.generics.isEmpty ? " " : "")
    }
    var parameters = arguments.declared
    if case .operator = requirement.kind {
      parameters = requirement.parameters.map {
        "\($0.first): \(context.declared($0.type).text)"
      }
    }
    let generics = requirement.genericClause
    let result = context.declared(requirement.result)
    return Layout.Signature(
      start: context.words(for: requirement) + fixity + "func " + name + generics,
      parameters: parameters,
      tail: requirement.effects.text + (result.isVoid ? "" : " -> \(result.text)"),
      conditions: requirement.conditionClause)
  }

  private mutating func body(_ effects: Effects) throws -> (lines: [String], result: SwiftType) {
    if let fed = arguments.fed { return fedBody(fed, effects) }
    if let value = arguments.passedThrough {
      let call = call(effects, default: context.isVoidSilent ? "()" : nil)
      return (arguments.prelude + call.lines() + ["return " + value], .void)
    }
    let result = requirement.result.without(["sending"])
    if let type = context.noncopyable.name(in: result, besides: erasure.noncopyable) {
      throw Unwritable(
        reason: "no stub can give a value of \(type), which is noncopyable",
        instead: "the method, making the result from what a stub gives")
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
    if requirement.result.isPrefixed(with: "sending") {
      call.start = "Sent(value: " + call.start
      call.end = ").value"
    }
    let needsReturn = (!arguments.prelude.isEmpty || requirement.isBuilt) && !plain.isVoid
    let lines = call.lines(return: needsReturn ? "return " : "")
    return (arguments.prelude + lines, plain.isVoid ? .void : plain)
  }

  private func optional(_ type: SwiftType) -> SwiftType {
    if case .unwrapped(let value) = type { .optional(value) } else { type }
  }

  private func call(
    _ effects: Effects, default fallback: String? = nil, as type: SwiftType? = nil
  ) -> CallText {
    var values = [context.names.keyPath(index, .call)] + arguments.values
    if let type { values.append("as: \(type.metatype)") }
    if let fallback { values.append("default: \(fallback)") }
    let canThrow = effects.canThrow || arguments.valuesThrow
    let suspends = effects.isAsync || arguments.valuesSuspend
    return CallText(
      start: (canThrow ? "try " : "") + (suspends ? "await " : "") + receiver + "handleCall",
      arguments: values)
  }

  /// `inout` parameters come out as parts of the result.
  private mutating func outBody(_ result: SwiftType, _ effects: Effects) -> (
    lines: [String], result: SwiftType
  ) {
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
    func tuple(_ types: [SwiftType]) -> SwiftType {
      types.count == 1 ? types[0] : .tuple(types.map { .init(label: nil, type: $0) })
    }
    let list = names.count == 1 ? names[0] : "(" + names.joined(separator: ", ") + ")"
    let hasFallback = result.isVoid && context.isVoidSilent && !isGeneric
    var call = call(
      effects, default: hasFallback ? list : nil,
      as: isGeneric ? context.declared(tuple(wanted)) : nil)
    call.start = list + " = " + call.start
    return (arguments.prelude + before + call.lines() + after, tuple(types))
  }

  /// What the closure is called with is what a test stubs.
  private mutating func fedBody(_ fed: Arguments.Fed, _ effects: Effects) -> (
    lines: [String], result: SwiftType
  ) {
    let types = fed.function.parameters.map { context.plain($0.type, erasure) }
    let element = types.count == 1 ? types[0] : .tuple(types.map { .init(label: nil, type: $0) })
    let names =
      types.count == 1
      ? [arguments.unused("value")]
      : types.indices.map { arguments.unused("value\($0 + 1)") }
    let values = names.joined(separator: ", ")
    let pattern = types.count == 1 ? values : "(\(values))"
    if fed.function.returnsSame(as: requirement), !requirement.result.isVoid {
      let isInout = fed.function.parameters[0].type.isPrefixed(with: "inout")
      var call = call(effects)
      call.start = "\(isInout ? "var" : "let") \(pattern) = " + call.start
      let last = arguments.call(fed.name.unescaped, fed.function, isInout ? "&" + values : values)
      return (arguments.prelude + call.lines() + ["return " + last], element)
    }
    if requirement.result.isVoid {
      let isInout = fed.function.parameters[0].type.isPrefixed(with: "inout")
      let last = arguments.call(fed.name.unescaped, fed.function, isInout ? "&" + values : values)
      let call = call(effects, default: context.isVoidSilent ? "[]" : nil)
      let all = arguments.unused("values")
      let variable = isInout ? "var " : ""
      let line = "for \(variable)\(pattern) in \(call.line) { \(last) }"
      if Layout.fits("    " + line) { return (arguments.prelude + [line], .array(element)) }
      var assignment = call
      assignment.start = "let \(all) = " + call.start
      let loop = "for \(variable)\(pattern) in \(all) { \(last) }"
      return (arguments.prelude + assignment.lines() + [loop], .array(element))
    }
    var call = call(effects)
    call.end = ".map(\(fed.name))"
    if fed.function.effects.canThrow, !call.start.hasPrefix("try ") {
      call.start = "try " + call.start
    }
    let word = arguments.prelude.isEmpty ? "" : "return "
    return (arguments.prelude + call.lines(return: word), .array(element))
  }
}
