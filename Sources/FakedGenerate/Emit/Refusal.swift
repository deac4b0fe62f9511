/// The reason why a fake or a member was not written, and the remedy.
package struct Refusal: Error, Equatable {
  package let reason: String
  package let instead: Remedy

  package init(_ reason: String, instead: Remedy) {
    (self.reason, self.instead) = (reason, instead)
  }
}

/// The remedy for a refusal. A string literal is code to write by hand.
package enum Remedy: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// Code to write by hand.
  case write(String)
  /// A change of the protocol, or of the options.
  case change(String)

  package init(stringLiteral value: String) { self = .write(value) }
}

/// Throws a refusal if a condition holds.
func refuse(
  if condition: Bool, _ reason: @autoclosure () -> String, instead: @autoclosure () -> Remedy
) throws(Refusal) {
  if condition { throw Refusal(reason(), instead: instead()) }
}

// Protocols that cannot have a fake.
extension ProtocolModel {
  /// Checks whether the protocol or class can have a fake.
  func check(isPublic: Bool, with resolver: TypeResolver) throws(Refusal) {
    try refuse(
      if: type.isPrivate, "\(name) is private, so only its own file sees it",
      instead: "the fake in that file, or write internal before the protocol")
    try refuse(
      if: isPublic && type.access < .package,
      "\(name) is \(type.access.word), and a public fake needs a public protocol",
      instead: .change("Write public or package before the protocol, or leave out --public"))
    try refuse(
      if: type.attributes.contains { $0.hasPrefix("@available(*, unavailable") },
      "\(name) is unavailable", instead: .change("No type can conform to \(name)"))
    try refuse(
      if: isPublic && type.isSPI, "\(name) is SPI, and a public fake would show it to everyone",
      instead: .change("Leave out --public"))
    try refuse(
      if: declaredIn.contains { $0.module == "Distributed" },
      "\(name) is a protocol of distributed actors, to which only the compiler makes types conform",
      instead: "a distributed actor")
    try refuse(
      if: isActor && (globalActor != nil || isIsolatedByDefault),
      "\(name) is isolated to \(globalActor ?? "@MainActor") and inherits from Actor, "
        + "which no type can satisfy",
      instead: .change("Write nonisolated before the protocol that isolates it"))
    if !isSubclass { try checkSuperclass(with: resolver) }
    try checkParents()
    try checkTypes()
  }

  /// A fake inherits the initializers of the superclass. It needs one that is visible.
  private func checkSuperclass(with resolver: TypeResolver) throws(Refusal) {
    guard let superclass else { return }
    if superclass.isFinal || !superclass.generics.isEmpty {
      let word = superclass.kind == .actor ? "an actor" : superclass.isFinal ? "final" : "generic"
      throw Refusal(
        "only subclasses of \(superclass.name) conform to \(name), and that class is \(word)",
        instead: "a fake that inherits from \(superclass.name), if that is possible")
    }
    if let hidden = resolver.hiddenInitializer(of: superclass, isPublic: false) {
      throw Refusal(
        "\(superclass.name) has only a private initializer, '\(hidden.text)'",
        instead: .change(
          "Make the initializer internal, or leave the protocol out: --except \(name)"))
    }
  }

  private func checkParents() throws(Refusal) {
    if let (unknown, heir) = unknown.first {
      let heir = heir === type ? "it" : heir.name
      throw Refusal(
        "\(name) needs \(unknown), from which \(heir) inherits, and its source was not given",
        instead: .write(
          "the fake, with each requirement of \(unknown); "
            + "or give the sources of the module that declares \(unknown)"))
    }
    if let reason = unreadable.first {
      throw Refusal(reason, instead: "the fake, with this requirement")
    }
  }

  private func checkTypes() throws(Refusal) {
    let hidden = LibraryNames.spelled.keys + ["InstanceID"]
    if let name = associatedTypes.map(\.name).first(where: hidden.contains) {
      throw Refusal(
        "its associated type \(name) hides the type \(name) of Faked",
        instead: .change("Rename the associated type, because a fake needs both"))
    }
    let isSelf = { (type: SwiftType) in type.mentions(["Self"]) }
    let constraint = generics.first { $0.constraints.contains(where: isSelf) }
    let condition = conditions.first { isSelf($0.left) || isSelf($0.right) }
    if let name = constraint?.name ?? condition.map({ _ in generics.first?.name ?? "" }) {
      throw Refusal(
        "its associated type \(name) mentions Self, and a generic fake cannot name itself there",
        instead: "a fake that is not generic, with typealias \(name) = …")
    }
  }

  /// Checks whether a requirement can be a member of a fake.
  func check(_ requirement: Requirement) throws(Refusal) {
    try refuse(
      if: requirement.name == "instanceId", "instanceId also identifies a fake",
      instead: "let instanceId, with a value that is different for each fake")
    if requirement.isInitializer, let superclass {
      throw Refusal(
        "\(superclass.name) does not have this initializer",
        instead: "the initializer, and call one of \(superclass.name) in it")
    }
    let generics = requirement.generics.map(\.name)
    for condition in requirement.conditions where condition.isSame {
      guard let left = condition.left.plainName, generics.contains(left),
        let right = condition.right.plainName, self.generics.contains(where: { $0.name == right })
      else { continue }
      throw Refusal(
        "'\(condition.text)' makes two generic parameters equal",
        instead: "a fake that is not generic, with typealias \(right) = …")
    }
  }
}

extension Declaration {
  /// A Boolean value that indicates whether no class can inherit from it.
  var isFinal: Bool { kind == .actor || modifiers.contains("final") }
}
