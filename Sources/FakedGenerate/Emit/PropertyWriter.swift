/// Writes properties and subscripts, which have an ID for reading and one for writing.
enum PropertyWriter {
  static func member(_ requirement: Requirement, at index: Int, in context: FakeContext) throws
    -> FakeMember
  {
    let erasure = context.erasure(for: requirement)
    let arguments = try Arguments(of: requirement, in: context, erasure)
    if let type = context.resolver.noncopyable(
      in: requirement.result, besides: erasure.noncopyable)
    {
      throw Refusal(
        "a stub cannot return a value of \(type)",
        instead: "the property, and create its value from a value that a stub returns")
    }
    let effects = context.effects(of: requirement, erasure)
    let plain = context.plain(requirement.result, erasure, isResult: true)
    let receiver = context.receiver(in: requirement)
    var member = FakeMember()
    member.ids = [.init(context.names[index, .get], arguments.types, effects, result: plain)]
    var get = Call(
      [context.names.keyPath(index, .get)] + arguments.values, effects: effects,
      receiver: receiver)
    if erasure.isNeeded(for: requirement.result) {
      get.arguments?.append("as: \(context.declared(requirement.result).metatype)")
    }
    if requirement.isBuilt, !requirement.hasSetter, arguments.prelude.isEmpty {
      get.before = "return "
    }
    let head = signature(requirement, arguments, context)
    guard requirement.hasSetter else {
      member.lines = readOnly(head, arguments.prelude, get, effects)
      return member
    }
    if requirement.isWeak(in: context.resolver) {
      return weakMember(requirement, at: index, head, plain, in: context)
    }
    let types = arguments.types + [context.argument(plain)]
    member.ids.append(.init(context.names[index, .set], types, Effects(), result: .void))
    let set = Call(
      [context.names.keyPath(index, .set)] + arguments.values + ["newValue", "default: ()"],
      receiver: receiver)
    let word = context.kind == .struct && !requirement.isStatic ? "nonmutating set" : "set"
    var read = accessor("get" + effects.text, arguments.prelude, get)
    var written = arguments.prelude
    if let backing = Backing(of: requirement, at: index, arguments, erasure, in: context) {
      member.stored = [backing.declaration]
      read = backing.get(get, receiver)
      written.append(receiver + backing.write)
    }
    member.lines = Layout.declaration(
      head, body: read + accessor(word, written, set), indent: 2, isOneLiner: false)
    return member
  }

  /// Writes a property that does not keep its object alive, as that of the real type. Neither do its calls: reading an
  /// object makes none, and setting one records its identity.
  private static func weakMember(
    _ requirement: Requirement, at index: Int, _ head: Signature, _ type: SwiftType,
    in context: FakeContext
  ) -> FakeMember {
    let names = context.names
    let (property, box) = (names.backing(of: index), "Weak" + requirement.name.capitalizedFirst)
    let identity = SwiftType.optional(.name(context.standardName("ObjectIdentifier")))
    let word = context.isIsolated ? "private nonisolated " : "private "
    let get = Call([names.keyPath(index, .get), "default: nil"])
    let set = Call([
      names.keyPath(index, .set), "newValue.map { ObjectIdentifier($0) }", "default: ()",
    ])
    var member = FakeMember()
    member.ids = [
      .init(names[index, .get], [], Effects(), result: type),
      .init(names[index, .set], [identity], Effects(), result: .void),
    ]
    member.stored = [
      "  private struct \(box) { weak var value: \(type.text) }",
      "  \(word)let \(property) = Captured(\(box)())",
    ]
    let setter = context.kind == .struct ? "nonmutating set {" : "set {"
    member.lines = Layout.declaration(
      head,
      body: ["get { \(property).value.value ?? \(get.line) }", setter]
        + ["  \(property).value = \(box)(value: newValue)"] + set.lines().map { "  " + $0 } + ["}"],
      indent: 2, isOneLiner: false)
    return member
  }

  /// The property that keeps the last value. It is read until a stub returns another value.
  private struct Backing {
    let declaration: String
    /// The statement that keeps `newValue`.
    let write: String
    /// The value that was set, and the value that is read before.
    private let kept: String
    private let fallback: String
    private let hasDefault: Bool
    private let name: String

    /// Creates a backing. `nil` if the fake cannot store it, or if arguments cannot be keys.
    init?(
      of requirement: Requirement, at index: Int, _ arguments: Arguments, _ erasure: Erasure,
      in context: FakeContext
    ) {
      let isOfCompanion = requirement.isStatic && context.companion != nil
      // Only the fake knows its generic parameters.
      if isOfCompanion, erasure.isNeeded(for: requirement.result) { return nil }
      // A stored property cannot be newer than its type.
      if context.isNewer(requirement) { return nil }
      var arguments = arguments
      name = arguments.unused("value")
      var type = context.declared(requirement.result)
      if case .unwrapped(let value) = type { type = .optional(value) }
      let value = Toolchain.defaultValue(of: requirement.result)
      hasDefault = value != nil
      var text: String
      let start: String
      let property: String
      if requirement.kind == .property {
        property = context.names.backing(of: index)
        if !hasDefault { type = .optional(type) }
        (text, start) = (type.text, value ?? "nil")
        (kept, fallback) = ("\(property).value", "")
        write = "\(property).value = newValue"
      } else {
        let types = requirement.parameters.map(\.type)
        guard arguments.prelude.isEmpty, !erasure.isNeeded(for: requirement.result),
          types.allSatisfy({ context.isHashable($0, in: requirement) })
        else { return nil }
        property = "subscript" + context.names[index, .get].identifier.dropFirst(3) + "Values"
        let key = "[[" + arguments.values.joined(separator: ", ") + "]]"
        (text, start) = ("[[\(context.standardName("AnyHashable"))]: \(type.text)]", "[:]")
        (kept, fallback) = ("\(property).value\(key)", value.map { " ?? " + $0 } ?? "")
        write = "\(property).withValue { $0\(key) = newValue }"
      }
      text = "Captured<\(text)>"
      let word =
        isOfCompanion ? "fileprivate " : "private " + (context.isIsolated ? "nonisolated " : "")
      // An expression cannot contain `nonisolated`.
      declaration =
        text.contains("nonisolated(")
        ? "  \(word)let \(property): \(text) = Captured(\(start))"
        : "  \(word)let \(property) = \(text)(\(start))"
    }

    func get(_ call: Call, _ receiver: String) -> [String] {
      var stored = call
      stored.arguments?.append("default: \(hasDefault ? receiver + kept + fallback : name)")
      if hasDefault { return PropertyWriter.accessor("get", [], stored) }
      let guarded = "  guard let \(name) = \(receiver)\(kept) else {"
      let line = "\(guarded) return \(call.line) }"
      let lines =
        Layout.fits("    " + line)
        ? [line] : [guarded] + call.lines(returns: true).map { "    " + $0 } + ["  }"]
      return ["get {"] + lines + stored.lines(returns: true).map { "  " + $0 } + ["}"]
    }
  }

  private static func readOnly(
    _ head: Signature, _ prelude: [String], _ get: Call, _ effects: Effects
  ) -> [String] {
    if effects == Effects() {
      let lines = get.lines(returns: !prelude.isEmpty)
      return Layout.declaration(
        head, body: prelude + lines, indent: 2, isOneLiner: prelude.isEmpty && lines.count == 1)
    }
    let accessor = accessor("get" + effects.text, prelude, get)
    return Layout.declaration(head, body: accessor, indent: 2, isOneLiner: accessor.count == 1)
  }

  private static func accessor(_ word: String, _ prelude: [String], _ call: Call) -> [String] {
    let line = "\(word) { \(call.line) }"
    if prelude.isEmpty, Layout.fits("    " + line) { return [line] }
    let lines = prelude + call.lines(returns: !prelude.isEmpty && !word.hasSuffix("set"))
    return [word + " {"] + lines.map { "  " + $0 } + ["}"]
  }

  private static func signature(
    _ requirement: Requirement, _ arguments: Arguments, _ context: FakeContext
  ) -> Signature {
    let type = context.declared(requirement.result).text
    return requirement.kind == .subscript
      ? context.signature(
        requirement, name: "subscript" + requirement.genericClause,
        parameters: arguments.declared, result: type)
      : context.signature(
        requirement, name: "var \(requirement.name.escaped): \(type)", parameters: nil)
  }
}

extension Requirement {
  /// Returns a Boolean value that indicates whether real types store the property weakly: an optional delegate or data
  /// source that is an object.
  fileprivate func isWeak(in resolver: TypeResolver) -> Bool {
    let name = name.lowercased()
    guard kind == .property, !isStatic, name.hasSuffix("delegate") || name.hasSuffix("datasource")
    else { return false }
    switch result.base {
    case .optional(let type), .unwrapped(let type): return resolver.isClassBound(type)
    default: return false
    }
  }
}
