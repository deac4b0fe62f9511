// Initializers: a fake of its own, the maker, is asked what becomes of a new instance.
enum InitializerWriter {
  static func member(_ requirement: Requirement, at index: Int, in context: FakeContext) throws
    -> FakeMember
  {
    guard case .initializer(let failing) = requirement.kind else { return FakeMember() }
    if context.kind == .actor, let type = try unsendable(in: requirement, context) {
      throw Unwritable(
        reason: "an actor cannot be made with a value of \(type.base.text) unless that is Sendable",
        instead:
          "a class or struct as the fake where the protocol allows it; else Sendable at the type")
    }
    let erasure = Erasure(requirement.generics, resolver: context.resolver)
    var forwarded = requirement
    // No closure may decide what an initializer does.
    forwarded.result = .name("Self")
    let arguments = try Arguments(of: forwarded, in: context, erasure)
    let effects = context.effects(of: requirement, erasure)
    let canFail = !failing.isEmpty
    let isGeneric = !context.model.generics.isEmpty
    var parameters = arguments.types
    var values = ["\\.\(context.names[index, .make].identifier)"] + arguments.values
    if !isGeneric {
      parameters.append(.name(context.model.fakeName))
      values.append("self")
    }
    if context.isVoidSilent || canFail || isGeneric {
      values.append("default: \(canFail ? "true" : "()")")
    }
    let canThrow = effects.canThrow || arguments.valuesThrow
    let suspends = effects.isAsync || arguments.valuesSuspend
    var call = CallText(
      start: (canThrow ? "try " : "") + (suspends ? "await " : "")
        + (isGeneric ? "" : context.maker + ".current.") + "handleCall",
      arguments: values)
    // An object has to be whole before it can be handed over.
    let before = context.model.isObject ? ["super.init()"] : []
    var lines = call.lines()
    if canFail {
      call.start = "guard " + call.start
      call.end = " else { return nil }"
      lines = call.lines()
    }
    var member = FakeMember()
    member.guesses = arguments.guesses + arguments.outs.map { "\($0.name) keeps its value." }
    member.ids = [
      .init(
        name: context.names[index, .make],
        signature: .init(
          parameters: parameters.map { .init(label: nil, type: $0) }, effects: effects,
          result: canFail ? .name("Bool") : .void))
    ]
    member.lines = Layout.declaration(
      Layout.Signature(
        start: context.words(for: requirement) + "init" + failing + requirement.genericClause,
        parameters: arguments.declared, tail: requirement.effects.text,
        conditions: requirement.conditionClause),
      body: before + arguments.prelude + lines, indent: 2,
      isOneLiner: before.isEmpty && arguments.prelude.isEmpty && lines.count == 1)
    return member
  }

  /// The type of a parameter that may not go from the caller into a new actor.
  private static func unsendable(
    in requirement: Requirement, _ context: FakeContext
  ) throws -> SwiftType? {
    let types = requirement.parameters.map(\.type)
    if let type = types.first(where: { !context.resolver.isSendable($0) }) { return type }
    // What the fake says of an associated type, a caller of the requirement does not know.
    let open = context.model.associatedTypes.filter { type in
      type.fixed != nil && !type.constraints.contains { $0.text == "Sendable" }
    }.map(\.name)
    if open.isEmpty { return nil }
    let declared = try Requirement(DeclarationParser(requirement.declaration))
    return declared.parameters.map(\.type).first { $0.mentions(open) }
  }
}
