/// Writes a member of a fake, with its IDs.
struct MemberWriter {
  private let requirement: Requirement
  private let index: Int
  private let context: FakeContext
  private let erasure: Erasure
  private var arguments: Arguments
  /// The value that responds, followed by a dot, or nothing for the fake itself.
  private var receiver = ""
  private var member: FakeMember

  static func member(
    _ requirement: Requirement, at index: Int, in context: FakeContext
  ) throws(Refusal) -> FakeMember {
    var writer = try MemberWriter(requirement, index, context)
    switch requirement.kind {
    case .method, .operator: try writer.writeFunction()
    case .initializer(let failing): writer.writeInitializer(failing)
    case .property, .subscript: try writer.writeProperty()
    }
    writer.member.guesses += writer.arguments.guesses
    writer.member.notes = writer.arguments.ignored.map {
      "\(context.model.fakeName).\(requirement.name) does not call its closure '\($0)'."
    }
    return writer.member
  }

  private init(_ requirement: Requirement, _ index: Int, _ context: FakeContext) throws(Refusal) {
    (self.requirement, self.index, self.context) = (requirement, index, context)
    member = FakeMember(for: requirement)
    erasure = context.erasure(for: requirement)
    var forwarded = requirement
    if case .operator = requirement.kind,
      let index = requirement.parameters.firstIndex(where: { $0.type.base == .name("Self") })
    {
      // The first operand that is a fake responds.
      receiver = forwarded.parameters.remove(at: index).name.escaped + "."
    }
    // A closure does not determine what an initializer does.
    if requirement.isInitializer { forwarded.result = .name("Self") }
    arguments = try Arguments(of: forwarded, in: context, erasure)
    if requirement.isOfStatics {
      receiver = context.statics + ".current."
    } else if receiver.isEmpty, requirement.parameters.contains(where: { $0.name == "handleCall" })
    {
      receiver = "self."
    }
  }

  private var effects: Effects { context.effects(of: requirement, erasure) }

  /// Returns the declaration up to the brace.
  private func head(_ name: String, _ parameters: [String], _ result: String = "") -> String {
    let isFunction = requirement.kind != .subscript
    let conditions = requirement.conditions.map(\.text).joined(separator: ", ")
    return context.words(for: requirement) + name + requirement.genericClause + "("
      + parameters.joined(separator: ", ") + ")" + (isFunction ? requirement.effects.text : "")
      + (result.isEmpty ? "" : " -> \(result)") + (conditions.isEmpty ? "" : " where \(conditions)")
  }

  /// The names of the ID that calls or reads the requirement, and of the one that writes it.
  private var getter: IDNames.Name { context.names.name(of: index) }
  private var setter: IDNames.Name { context.names.name(of: index, isSetter: true) }

  /// Checks whether a stub can return a value of a type.
  private func checkCopies(
    of type: SwiftType, _ member: String, _ value: String
  ) throws(Refusal) {
    guard let name = context.resolver.noncopyable(in: type, besides: erasure.noncopyable) else {
      return
    }
    throw Refusal(
      "a stub cannot return a value of \(name)",
      instead: "the \(member), and create \(value) from a value that a stub returns")
  }

  // MARK: Functions

  private mutating func writeFunction() throws(Refusal) {
    if arguments.fed == nil, arguments.passedThrough == nil {
      try checkCopies(of: requirement.result.without(["sending"]), "method", "the result")
    }
    let body = body()
    member.add(getter, arguments.types, effects, result: body.result)
    var name = "func " + requirement.name.escaped
    var parameters = arguments.declared
    if case .operator(let fixity) = requirement.kind {
      name =
        (fixity.isEmpty ? "" : fixity + " ") + "func " + requirement.name
        + (requirement.generics.isEmpty ? " " : "")
      parameters = requirement.parameters.map { "\($0.first): \(context.declared($0.type).text)" }
    }
    let result = context.declared(requirement.result)
    member.lines = Layout.declaration(
      head(name, parameters, result.isVoid ? "" : result.text), arguments.prelude + body.lines)
  }

  private typealias Body = (lines: [String], result: SwiftType)

  private mutating func body() -> Body {
    if let fed = arguments.fed { return fedBody(fed.name, fed.function) }
    if let value = arguments.passedThrough {
      return ([call(default: "()"), "return " + value], .void)
    }
    let result = requirement.result.without(["sending"])
    if !arguments.outs.isEmpty { return outBody(result) }
    let plain = context.plain(result, erasure, isResult: true)
    var fallback = plain.isVoid ? "()" : nil
    if context.model.isSubclass {
      fallback = real(arguments.labeled)
    } else if effects.throwing != .any, result == .name("Self"), context.model.kind == .struct,
      !requirement.isStatic, receiver.isEmpty
    {
      fallback = "self"
    }
    let wanted = erasure.isNeeded(for: result) ? optional(context.declared(result)) : nil
    let line = call(default: fallback, as: wanted)
    let returns = (!arguments.prelude.isEmpty || requirement.isBuilt) && !plain.isVoid
    let value = requirement.sendsResult ? "Sent(value: \(line)).value" : line
    return ([(returns ? "return " : "") + value], plain)
  }

  private func real(_ arguments: [String]) -> String {
    callText(arguments, requirement.effects, on: "super.", to: requirement.name.escaped)
  }

  private func optional(_ type: SwiftType) -> SwiftType {
    if case .unwrapped(let value) = type { .optional(value) } else { type }
  }

  private func call(default fallback: String? = nil, as type: SwiftType? = nil) -> String {
    var values = [getter.keyPath] + arguments.values
    if let type { values.append("as: \(type.metatype)") }
    if let fallback { values.append("default: \(fallback)") }
    return arguments.handleCall(values, effects, on: receiver)
  }

  private func tuple(_ types: [SwiftType]) -> SwiftType {
    types.count == 1 ? types[0] : .tuple(types.map { .init(type: $0) })
  }

  private func list(_ names: [String]) -> String {
    names.count == 1 ? names[0] : "(" + names.joined(separator: ", ") + ")"
  }

  /// A stub returns the new values of `inout` parameters, before the result.
  private mutating func outBody(_ result: SwiftType) -> Body {
    var names = arguments.outs.map(\.name)
    var types = arguments.outs.map(\.type)
    var wanted = arguments.outs.map(\.declared)
    var (before, after): ([String], [String]) = ([], [])
    if !result.isVoid {
      let name = arguments.unused("result")
      before = ["let \(name): \(context.declared(optional(result)).text)"]
      after = ["return \(name)"]
      names.append(name)
      types.append(context.plain(result, erasure))
      wanted.append(optional(result))
    }
    let isGeneric = wanted.contains(where: erasure.isNeeded)
    let line = call(
      default: result.isVoid && !isGeneric ? list(names) : nil,
      as: isGeneric ? context.declared(tuple(wanted)) : nil)
    return (before + ["\(list(names)) = \(line)"] + after, tuple(types))
  }

  /// A stub returns the arguments for the closure.
  private mutating func fedBody(_ name: String, _ function: SwiftType.Function) -> Body {
    let types = function.parameters.map { context.plain($0.type, erasure) }
    let names =
      types.count == 1
      ? [arguments.unused("value")] : types.indices.map { arguments.unused("value\($0 + 1)") }
    let isInout = function.parameters[0].type.isPrefixed(with: "inout")
    let values = (isInout ? "&" : "") + names.joined(separator: ", ")
    let closure = callText([values], function.effects, to: name.escaped)
    let fed = tuple(types)
    if requirement.result.isVoid {
      let loop = "for \(isInout ? "var " : "")\(list(names)) in "
      let line = "\(loop)\(call(default: "[]")) { \(closure) }"
      if Layout.fits("    " + line) { return ([line], .array(fed)) }
      let all = arguments.unused("values")
      return (["let \(all) = \(call(default: "[]"))", "\(loop)\(all) { \(closure) }"], .array(fed))
    }
    if requirement.result == .array(function.result), requirement.result != function.result {
      let word = function.effects.canThrow && !effects.canThrow ? "try " : ""
      return (["\(word)\(call()).map(\(name.escaped))"], .array(fed))
    }
    return (["\(isInout ? "var" : "let") \(list(names)) = \(call())", "return \(closure)"], fed)
  }

  // MARK: Initializers

  /// Writes an initializer. The call records the new fake.
  private mutating func writeInitializer(_ failing: String) {
    let canFail = !failing.isEmpty
    let values =
      [getter.keyPath] + arguments.values + ["self", "default: \(canFail ? "true" : "()")"]
    let line = arguments.handleCall(values, effects, on: receiver)
    let succeeds = arguments.unused("succeeds")
    member.guesses = arguments.outs.map { "\($0.name) keeps its value." }
    let result: SwiftType = canFail ? .name(context.resolver.standardName("Bool")) : .void
    let types = arguments.types + [context.plain(.name("Self"), erasure)]
    member.add(getter, types, effects, result: result)
    // An object must be fully initialized before it can be an argument.
    let start = ["instanceId = FakeInstance()"] + (context.model.isObject ? ["super.init()"] : [])
    member.lines = Layout.declaration(
      head("init" + failing, arguments.declared),
      start + arguments.prelude
        + (canFail ? ["let \(succeeds) = \(line)", "if !\(succeeds) { return nil }"] : [line]))
  }

  // MARK: Properties

  /// Writes a property or subscript, which has an ID for reading and one for writing.
  private mutating func writeProperty() throws(Refusal) {
    try checkCopies(of: requirement.result, "property", "its value")
    let isProperty = requirement.kind == .property
    let result = context.declared(requirement.result)
    let head =
      isProperty
      ? context.words(for: requirement) + "var \(requirement.name.escaped): \(result.text)"
      : head("subscript", arguments.declared, result.text)
    let type = context.plain(requirement.result, erasure, isResult: true)
    if requirement.isWeak(in: context.resolver) { return writeWeakProperty(head, type) }
    member.add(getter, arguments.types, effects, result: type)
    var values = [getter.keyPath] + arguments.values
    if erasure.isNeeded(for: requirement.result) { values.append("as: \(result.metatype)") }
    let real = "super.\(requirement.name.escaped)"
    if context.model.isSubclass {
      let words = callText([], effects).replacing("handleCall()", with: "")
      values.append("default: \(words)\(real)")
    }
    let get = callText(values, effects, on: receiver)
    guard requirement.hasSetter else {
      let isPlain = effects == Effects()
      let returns = requirement.isBuilt || isPlain && !arguments.prelude.isEmpty ? "return " : ""
      member.lines = Layout.declaration(
        head,
        isPlain
          ? arguments.prelude + [returns + get]
          : accessor("get" + effects.text, arguments.prelude, get))
      return
    }
    member.add(setter, arguments.types + [context.argument(type)])
    let set = callText(
      [setter.keyPath] + arguments.values + ["newValue", "default: ()"], on: receiver)
    var read = accessor("get" + effects.text, arguments.prelude, get)
    var written = arguments.prelude
    if context.model.isSubclass {
      written.append("\(real) = newValue")
    } else if let backing = backing() {
      member.stored = [backing.declaration]
      let stored = callText(
        values + ["default: \(backing.unwrapped ?? backing.kept)"], effects, on: receiver)
      read =
        backing.unwrapped.map {
          ["get {"] + unwrapped($0, backing.kept, get) + ["  return \(stored)", "}"]
        } ?? accessor("get", [], stored)
      written.append(receiver + backing.write)
    }
    let isValue = context.model.kind == .struct && !requirement.isStatic
    member.lines = Layout.declaration(
      head, read + accessor(isValue ? "nonmutating set" : "set", written, set), isOneLiner: false)
  }

  private func unwrapped(_ name: String, _ kept: String, _ fallback: String) -> [String] {
    let start = "  guard let \(name) = \(kept) else {"
    let line = "\(start) return \(fallback) }"
    return Layout.fits("    " + line) ? [line] : [start, "    return \(fallback)", "  }"]
  }

  private func accessor(_ word: String, _ prelude: [String], _ line: String) -> [String] {
    if prelude.isEmpty, Layout.fits("    \(word) { \(line) }") { return ["\(word) { \(line) }"] }
    let returns = prelude.isEmpty || word.hasSuffix("set") ? "" : "return "
    return ["\(word) {"] + (prelude + [returns + line]).map { "  " + $0 } + ["}"]
  }

  /// Writes a property that does not keep its object alive, as that of the real type. Neither do its calls: reading an
  /// object makes none, and setting one records its identity.
  private mutating func writeWeakProperty(_ head: String, _ type: SwiftType) {
    let property = context.names.backing(of: index)
    let box = "Weak" + requirement.name.capitalizedFirst
    let identity = SwiftType.optional(.name(context.resolver.standardName("ObjectIdentifier")))
    let get = callText([getter.keyPath, "default: nil"])
    let set = callText([setter.keyPath, "newValue.map { ObjectIdentifier($0) }", "default: ()"])
    member.add(getter, [], result: type)
    member.add(setter, [identity])
    member.stored = [
      "  private struct \(box) { weak var value: \(type.text) }",
      "  private \(context.isIsolated ? "nonisolated " : "")let \(property) = Captured(\(box)())",
    ]
    let word = context.model.kind == .struct ? "nonmutating set" : "set"
    member.lines = Layout.declaration(
      head,
      ["get { \(property).value.value ?? \(get) }", "\(word) {"]
        + ["  \(property).value = \(box)(value: newValue)", "  \(set)", "}"], isOneLiner: false)
  }

  /// The property that keeps the last value. It is read until a stub returns another value.
  private struct Backing {
    let declaration: String
    /// The statement that keeps `newValue`.
    let write: String
    /// The expression that reads the value.
    let kept: String
    /// The name of the value if there is none before the first one is set.
    let unwrapped: String?
  }

  /// Returns the backing. `nil` if the fake cannot store it, or if arguments cannot be keys.
  private func backing() -> Backing? {
    let isGeneric = erasure.isNeeded(for: requirement.result)
    // Only the fake knows its generic parameters, and a stored property cannot be newer than its type.
    if requirement.isStatic && isGeneric || !member.availability.isEmpty { return nil }
    var arguments = arguments
    let name = arguments.unused("value")
    var type = optional(
      requirement.isStatic
        ? context.named(requirement.result) : context.declared(requirement.result))
    let value = Toolchain.defaultValue(of: requirement.result)
    let (property, kept, start, write): (String, String, String, String)
    if requirement.kind == .property {
      property = context.names.backing(of: index)
      if value == nil { type = .optional(type) }
      (kept, start) = ("\(receiver)\(property).value", value ?? "nil")
      write = "\(property).value = newValue"
    } else {
      let types = requirement.parameters.map(\.type)
      guard arguments.prelude.isEmpty, !isGeneric,
        types.allSatisfy({ context.isHashable($0, in: requirement) })
      else { return nil }
      property = "subscript" + getter.identifier.dropFirst(3) + "Values"
      let key = "[[" + arguments.values.joined(separator: ", ") + "]]"
      type = .dictionary(.array(.name(context.resolver.standardName("AnyHashable"))), type)
      kept = "\(receiver)\(property).value\(key)" + (value.map { " ?? " + $0 } ?? "")
      start = "[:]"
      write = "\(property).withValue { $0\(key) = newValue }"
    }
    let isolation = context.isIsolated ? "nonisolated " : ""
    let text = "Captured<\(type.text)>"
    let words = requirement.isStatic ? "fileprivate let" : "private \(isolation)let"
    return Backing(
      // An expression cannot contain `nonisolated`.
      declaration: text.contains("nonisolated(")
        ? "  \(words) \(property): \(text) = Captured(\(start))"
        : "  \(words) \(property) = \(text)(\(start))",
      write: write, kept: kept, unwrapped: value == nil ? name : nil)
  }
}

extension Requirement {
  /// Returns a Boolean value that indicates whether real types store the property weakly: an optional delegate or data
  /// source that is an object.
  fileprivate func isWeak(in resolver: TypeResolver) -> Bool {
    let name = name.lowercased()
    guard kind == .property, hasSetter, !isStatic,
      name.hasSuffix("delegate") || name.hasSuffix("datasource")
    else { return false }
    switch result.base {
    case .optional(let type), .unwrapped(let type): return resolver.isClassBound(type)
    default: return false
    }
  }
}
