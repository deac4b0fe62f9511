// Properties and subscripts: a function that reads, and one that writes.
enum PropertyWriter {
  static func member(_ requirement: Requirement, at index: Int, in context: FakeContext) throws
    -> FakeMember
  {
    let erasure = context.erasure(for: requirement)
    var forwarded = requirement
    forwarded.parameters = requirement.parameters.map { parameter in
      var parameter = parameter
      // The identifier tells what the declaration may not: whether a closure escapes.
      if context.resolver.function(parameter.type) != nil,
        !parameter.type.isPrefixed(with: "@escaping"), case .function = parameter.type.base,
        requirement.id.count(of: "XE") == 0, requirement.id.count(of: "XK") == 0
      {
        parameter.type = .prefixed("@escaping", parameter.type)
      }
      return parameter
    }
    let arguments = try Arguments(of: forwarded, in: context, erasure)
    if let type = context.noncopyable.name(in: requirement.result, besides: erasure.noncopyable) {
      throw Unwritable(
        reason: "no stub can give a value of \(type), which is noncopyable",
        instead: "the property, making the value from what a stub gives")
    }
    let effects = context.effects(of: requirement, erasure)
    let plain = context.plain(requirement.result, erasure, isResult: true)
    var receiver = requirement.isStatic ? context.staticReceiver(in: requirement) : ""
    if receiver.isEmpty, requirement.hidesHandleCall { receiver = "self." }
    let types = arguments.types.map { SwiftType.Element(label: nil, type: $0) }
    var member = FakeMember()
    member.ids = [
      .init(
        name: context.names[index, .get],
        signature: .init(parameters: types, effects: effects, result: plain))
    ]
    let start = effects.start + receiver + "handleCall"
    var get = CallText(
      start: start, arguments: [context.names.keyPath(index, .get)] + arguments.values)
    if erasure.isNeeded(for: requirement.result) {
      get.arguments.append("as: \(context.declared(requirement.result).metatype)")
    }
    if requirement.isBuilt, !requirement.hasSetter, arguments.prelude.isEmpty {
      get.start = "return " + get.start
    }
    let head = signature(requirement, arguments, context)
    guard requirement.hasSetter else {
      member.lines = readOnly(head, arguments.prelude, get, effects)
      return member
    }
    member.ids.append(
      .init(
        name: context.names[index, .set],
        signature: .init(
          parameters: types + [.init(label: nil, type: escaping(plain, requirement, context))],
          effects: Effects(), result: .void)))
    let set = CallText(
      start: receiver + "handleCall",
      arguments: [context.names.keyPath(index, .set)] + arguments.values
        + ["newValue", "default: ()"])
    let word = context.kind == .struct && !requirement.isStatic ? "nonmutating set" : "set"
    var read = accessor("get" + effects.text, arguments.prelude, get)
    var written = arguments.prelude
    if let backing = Backing(of: requirement, at: index, arguments, erasure, in: context) {
      member.stored = [backing.declaration]
      read = backing.get(get, receiver)
      written.append(receiver + backing.write)
    }
    let accessors = read + accessor(word, written, set)
    member.lines = Layout.declaration(head, body: accessors, indent: 2, isOneLiner: false)
    return member
  }

  /// What was written, which is read until a stub says something else.
  private struct Backing {
    let declaration: String
    /// The statement that keeps `newValue`.
    let write: String
    /// What was written, where the type has no default and for arguments that were not written for.
    private let kept: String
    private let hasDefault: Bool
    private let fallback: String
    private let name: String

    /// Nothing where there is no place for it, or where no arguments can be keys.
    init?(
      of requirement: Requirement, at index: Int, _ arguments: Arguments, _ erasure: Erasure,
      in context: FakeContext
    ) {
      if requirement.isStatic, context.companion != nil { return nil }
      var arguments = arguments
      name = arguments.unused("value")
      var type = context.declared(requirement.result)
      if case .unwrapped(let value) = type { type = .optional(value) }
      let value = requirement.result.defaultValue
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
        (text, start) = ("[[AnyHashable]: \(type.text)]", "[:]")
        (kept, fallback) = ("\(property).value\(key)", value.map { " ?? " + $0 } ?? "")
        write = "\(property).withValue { $0\(key) = newValue }"
      }
      text = "Captured<\(text)>"
      let word = context.isIsolated ? "nonisolated " : ""
      // Where an expression stands, the compiler does not know the word.
      declaration =
        text.contains("nonisolated(")
        ? "  private \(word)let \(property): \(text) = Captured(\(start))"
        : "  private \(word)let \(property) = \(text)(\(start))"
    }

    func get(_ call: CallText, _ receiver: String) -> [String] {
      var stored = call
      stored.arguments.append("default: \(hasDefault ? receiver + kept + fallback : name)")
      if hasDefault { return PropertyWriter.accessor("get", [], stored) }
      let guarded = "  guard let \(name) = \(receiver)\(kept) else {"
      let line = "\(guarded) return \(call.line) }"
      let lines =
        Layout.fits("    " + line)
        ? [line] : [guarded] + call.lines(return: "return ").map { "    " + $0 } + ["  }"]
      return ["get {"] + lines + stored.lines(return: "return ").map { "  " + $0 } + ["}"]
    }
  }

  private static func readOnly(
    _ head: Layout.Signature, _ prelude: [String], _ get: CallText, _ effects: Effects
  ) -> [String] {
    if effects == Effects() {
      let lines = get.lines(return: prelude.isEmpty ? "" : "return ")
      return Layout.declaration(
        head, body: prelude + lines, indent: 2, isOneLiner: prelude.isEmpty && lines.count == 1)
    }
    let accessor = accessor("get" + effects.text, prelude, get)
    return Layout.declaration(head, body: accessor, indent: 2, isOneLiner: accessor.count == 1)
  }

  private static func accessor(_ word: String, _ prelude: [String], _ call: CallText) -> [String] {
    let line = "\(word) { \(call.line) }"
    if prelude.isEmpty, Layout.fits("    " + line) { return [line] }
    let needsReturn = !prelude.isEmpty && !word.hasSuffix("set")
    let lines = prelude + call.lines(return: needsReturn ? "return " : "")
    return [word + " {"] + lines.map { "  " + $0 } + ["}"]
  }

  /// A closure as an argument escapes, and the ID says so.
  private static func escaping(
    _ type: SwiftType, _ requirement: Requirement, _ context: FakeContext
  ) -> SwiftType {
    switch requirement.result.base {
    case .optional, .unwrapped: return type
    default:
      return context.resolver.function(requirement.result) == nil
        ? type : .prefixed("@escaping", type)
    }
  }

  private static func signature(
    _ requirement: Requirement, _ arguments: Arguments, _ context: FakeContext
  ) -> Layout.Signature {
    let type = context.declared(requirement.result).text
    let words = context.words(for: requirement)
    guard requirement.kind == .subscript else {
      return Layout.Signature(start: "\(words)var \(requirement.name.escaped): \(type)")
    }
    return Layout.Signature(
      start: words + "subscript" + requirement.genericClause, parameters: arguments.declared,
      tail: " -> \(type)", conditions: requirement.conditionClause)
  }
}
