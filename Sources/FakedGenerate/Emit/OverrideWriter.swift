/// Writes the members of the fake of a class, which call the class if no stub responds.
struct OverrideWriter {
  private let requirement: Requirement
  private let index: Int
  private let names: IDNames
  private let access: String

  static func member(
    _ requirement: Requirement, at index: Int, _ names: IDNames, access: String
  ) -> FakeMember {
    let writer = OverrideWriter(
      requirement: requirement, index: index, names: names, access: access)
    return requirement.kind == .property ? writer.property : writer.method
  }

  /// The words for the ownership of a parameter. An override doesn't need them, and it uses each value twice.
  private static let ownership: Set = ["borrowing", "consuming", "__owned", "__shared"]

  private var effects: Effects { requirement.effects }

  private var method: FakeMember {
    let parameters = requirement.parameters
    let values = innerNames
    let real = real(
      zip(parameters, values).map { parameter, value in
        parameter.first == "_" ? value : "\(parameter.first.escapedLabel): \(value)"
      }, effects)
    let call = Call(
      [names.keyPath(index, .call)] + values + ["default: \(real)"], effects: effects,
      receiver: requirement.hidesHandleCall ? "self." : "")
    let result = requirement.result
    var member = FakeMember()
    member.ids = [
      .init(
        names[index, .call], parameters.map { plain($0.type) }, effects, result: plain(result))
    ]
    member.lines = Layout.declaration(
      Signature(
        words: access + "override ", name: "func " + requirement.name.escaped,
        parameters: zip(parameters, values).map { parameter, value in
          let label = parameter.first.escapedLabel
          let type = parameter.type.without(Self.ownership).text
          return parameter.first.escaped == value
            ? "\(label): \(type)" : "\(label) \(value): \(type)"
        }, effects: effects, result: result.isVoid ? "" : result.text),
      body: call.lines(), indent: 2)
    return member
  }

  private var property: FakeMember {
    let (name, result) = (requirement.name.escaped, plain(requirement.result))
    let real = real(nil, effects)
    let get = Call([names.keyPath(index, .get), "default: \(real)"], effects: effects).line
    let isPlain = !requirement.hasSetter && effects == Effects()
    var member = FakeMember()
    member.ids = [.init(names[index, .get], [], effects, result: result)]
    var body = isPlain ? [get] : ["get\(effects.text) { \(get) }"]
    if requirement.hasSetter {
      member.ids.append(.init(names[index, .set], [escaping(result)], Effects(), result: .void))
      body += [
        "set {", "  super.\(name) = newValue",
        "  \(Call([names.keyPath(index, .set), "newValue", "default: ()"]).line)", "}",
      ]
    }
    member.lines = Layout.declaration(
      Signature(
        words: access + "override ", name: "var \(name): \(requirement.result.text)"),
      body: body, indent: 2, isOneLiner: isPlain)
    return member
  }

  /// Returns the call of the member of the class.
  private func real(_ arguments: [String]?, _ effects: Effects) -> String {
    var call = Call(arguments, effects: effects, receiver: "super.")
    call.function = requirement.name.escaped
    return call.line
  }

  /// The names of the parameters in the body. A `_` has no value, and `super` needs the `self` of the fake.
  private var innerNames: [String] {
    var used = Set(requirement.parameters.map(\.name))
    return requirement.parameters.map { parameter in
      guard ["_", "self"].contains(parameter.name) else { return parameter.name.escaped }
      let numbers = 2...requirement.parameters.count + 1
      let names = ["value"] + numbers.map { "value\($0)" }
      return names.first { used.insert($0).inserted } ?? "value"
    }
  }

  /// Returns a type for an ID.
  private func plain(_ type: SwiftType) -> SwiftType {
    let type = type.without(Self.ownership)
    if case .unwrapped(let value) = type { return .optional(value) }
    return type.isVoid ? .void : type
  }

  /// Returns the type of a value as a parameter of an ID. A closure in an argument escapes.
  private func escaping(_ type: SwiftType) -> SwiftType {
    if case .function = type.base { .prefixed("@escaping", type) } else { type }
  }
}
