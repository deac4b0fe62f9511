import Foundation

/// Encodes values for recordings. The result is the same in every process.
///
/// `JSONEncoder` writes sets, and dictionaries whose keys are not strings or integers, in random order. Equal
/// arguments would then have different texts.
package enum ValueEncoder {
  /// The maximum depth of a value. The file adds four levels around it.
  private static let maxDepth = JSON.maxDepth - 4

  /// Returns a value as JSON, with sorted keys and sets, and readable dates, URLs, and data.
  ///
  /// - Throws: The errors of the value's own `encode(to:)`, and `EncodingError` for a value that JSON can't hold.
  package static func encode(_ value: any Encodable) throws -> JSON {
    try encode(value, at: [])
  }

  fileprivate static func encode(_ value: any Encodable, at path: [any CodingKey]) throws -> JSON {
    switch value {
    case let value as Bool: return .bool(value)
    case let value as String: return .string(value)
    case let value as Double: return number(value, "\(value)")
    case let value as Float: return number(value, "\(value)")
    case let value as any BinaryInteger & Encodable: return .number("\(value)")
    case let value as Decimal:
      if value.isNaN { throw unwritable(value, path, "It is not a number.") }
      return .number(value.description)
    case let value as Date:
      guard let text = DateText.text(of: value) else {
        throw unwritable(value, path, "It is outside the range of the calendar.")
      }
      return .string(text)
    case let value as Data: return .string(DataText.text(of: value))
    case let value as URL: return .string(value.absoluteString)
    default: break
    }
    guard path.count < maxDepth else {
      throw unwritable(value, path, "It is nested more than \(maxDepth) deep.")
    }
    let encoder = JSONTreeEncoder(codingPath: path)
    try value.encode(to: encoder)
    let tree = encoder.node.json
    switch (value, tree) {
    case (is any SetValue, .array(let elements)):
      return .array(sorted(elements) { $0.text })
    case (is any DictionaryValue, .array(let parts)):
      let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1]) }
      return .array(sorted(pairs) { $0.0.text }.flatMap { [$0.0, $0.1] })
    default: return tree
    }
  }

  private static func number(_ value: some BinaryFloatingPoint, _ text: String) -> JSON {
    if value.isFinite { return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text) }
    return .string(value.isNaN ? "nan" : value < 0 ? "-infinity" : "infinity")
  }

  private static func unwritable(
    _ value: Any, _ path: [any CodingKey], _ reason: String
  ) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: reason))
  }

  private static func sorted<Value>(_ values: [Value], by text: (Value) -> String) -> [Value] {
    values.map { (text($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

private protocol SetValue {}
extension Set: SetValue {}
private protocol DictionaryValue {}
extension Dictionary: DictionaryValue {}

/// A node of the tree during encoding.
private final class Node {
  enum Content {
    case nothing
    case value(JSON)
    case array([Node])
    case object([(key: String, node: Node)])
  }

  var content = Content.nothing

  var json: JSON {
    switch content {
    // Like `JSONEncoder`, write an empty object for a value that encodes nothing.
    case .nothing: return .object([])
    case .value(let value): return value
    case .array(let nodes): return .array(nodes.map(\.json))
    case .object(let members):
      var last: [String: JSON] = [:]
      for (key, node) in members { last[key] = node.json }
      return .object(last.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }
  }
}

private struct JSONTreeEncoder: Encoder {
  var codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var node = Node()

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer(node, codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ListContainer(node, codingPath) }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueContainer(node: node, codingPath: codingPath)
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  init(_ node: Node, _ path: [any CodingKey]) {
    self.node = node
    codingPath = path
    if case .nothing = node.content { node.content = .object([]) }
  }

  private func child(_ key: String) -> Node {
    let child = Node()
    if case .object(var members) = node.content {
      node.content = .nothing
      members.append((key, child))
      node.content = .object(members)
    }
    return child
  }

  func encodeNil(forKey key: Key) { child(key.stringValue).content = .value(.null) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    child(key.stringValue).content = .value(try ValueEncoder.encode(value, at: codingPath + [key]))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(KeyedContainer<Nested>(child(key.stringValue), codingPath + [key]))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ListContainer(child(key.stringValue), codingPath + [key])
  }

  func superEncoder() -> any Encoder {
    JSONTreeEncoder(codingPath: codingPath, node: child("super"))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    JSONTreeEncoder(codingPath: codingPath + [key], node: child(key.stringValue))
  }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]

  init(_ node: Node, _ path: [any CodingKey]) {
    self.node = node
    codingPath = path
    if case .nothing = node.content { node.content = .array([]) }
  }

  var count: Int { if case .array(let nodes) = node.content { nodes.count } else { 0 } }

  private func child() -> Node {
    let child = Node()
    if case .array(var nodes) = node.content {
      node.content = .nothing
      nodes.append(child)
      node.content = .array(nodes)
    }
    return child
  }

  private var path: [any CodingKey] { codingPath + [Position(intValue: count)] }

  func encodeNil() { child().content = .value(.null) }

  func encode(_ value: some Encodable) throws {
    let json = try ValueEncoder.encode(value, at: path)
    child().content = .value(json)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let path = path
    return KeyedEncodingContainer(KeyedContainer<Nested>(child(), path))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let path = path
    return ListContainer(child(), path)
  }

  func superEncoder() -> any Encoder {
    let path = path
    return JSONTreeEncoder(codingPath: path, node: child())
  }
}

private struct ValueContainer: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]

  func encodeNil() { node.content = .value(.null) }
  func encode(_ value: some Encodable) throws {
    node.content = .value(try ValueEncoder.encode(value, at: codingPath))
  }
}

private struct Position: CodingKey {
  let position: Int
  var intValue: Int? { position }
  var stringValue: String { "\(position)" }
  init(intValue: Int) { position = intValue }
  init?(stringValue: String) { nil }
}
