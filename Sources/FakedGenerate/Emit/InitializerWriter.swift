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
