import Foundation

/// A JSON value. Foundation reads and writes it, with sorted keys.
package enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(NSNumber)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads a text in UTF-8.
  ///
  /// - Throws: The error of Foundation, with the position of the problem.
  package init(parsing text: Data) throws {
    self.init(try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed))
  }

  /// Creates a value from arrays, dictionaries, strings, and numbers.
  package init(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let elements as [Any]: self = .array(elements.map(JSON.init))
    case let members as [String: Any]: self = .object(members.mapValues(JSON.init))
    case let number as NSNumber:
      let isBool = ["c", "B"].contains(String(cString: number.objCType))
      self = isBool ? .bool(number.boolValue) : .number(number)
    default: self = .null
    }
  }

  private var value: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let number): number
    case .string(let text): text
    case .array(let elements): elements.map(\.value)
    case .object(let members): members.mapValues(\.value)
    }
  }

  /// The value in one line. Equal values have equal texts.
  package var text: String { text([]) }
  /// The value with one member or element on each line.
  package var prettyText: String { text(.prettyPrinted) + "\n" }

  private func text(_ options: JSONSerialization.WritingOptions) -> String {
    let options = options.union([.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension JSON {
  /// A member of an object, or `nil` if there is none or the value is not an object.
  package subscript(key: String) -> JSON? { members?[key] }

  package var members: [String: JSON]? {
    if case .object(let members) = self { members } else { nil }
  }
  package var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  package var string: String? { if case .string(let string) = self { string } else { nil } }
  package var int: Int? { if case .number(let number) = self { number.intValue } else { nil } }

  /// The kind of the value in a message, such as `a number`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value in one line, shortened.
  package var shortText: String {
    let text = text
    return text.count <= 80 ? text : text.prefix(79) + "…"
  }

  /// Returns the value without the members that have one of these names.
  package func removing(_ names: Set<String>) -> JSON {
    switch self {
    case .array(let elements): .array(elements.map { $0.removing(names) })
    case .object(let members):
      .object(
        members.filter { !names.contains($0.key) }.mapValues { $0.removing(names) })
    default: self
    }
  }

  /// Returns the differences from an old value, one line each: `days[0].high: was a number, is a string`.
  ///
  /// - Parameter isInShape: A Boolean value that indicates whether to compare only keys and types. Lists may then have
  ///   different lengths: additional elements are compared with the first one.
  package func differences(
    from old: JSON, inShape isInShape: Bool = false, at path: String = ""
  ) -> [String] {
    let place = path.isEmpty ? "" : path + ": "
    switch (old, self) {
    case (.object(let olds), .object(let news)):
      return Set(olds.keys).union(news.keys).sorted().flatMap { key -> [String] in
        let place = path.isEmpty ? key : "\(path).\(key)"
        guard let new = news[key] else {
          return ["\(place): was \(olds[key]?.kind ?? ""), is missing"]
        }
        guard let old = olds[key] else { return ["\(place): was missing, is \(new.kind)"] }
        return new.differences(from: old, inShape: isInShape, at: place)
      }
    case (.array(let olds), .array(let news)):
      if !isInShape, olds.count != news.count {
        return ["\(place)had \(olds.count) elements, has \(news.count)"]
      }
      return news.indices.flatMap { index -> [String] in
        guard let old = olds.indices.contains(index) ? olds[index] : olds.first else { return [] }
        return news[index].differences(from: old, inShape: isInShape, at: "\(path)[\(index)]")
      }
    case _ where old.kind != kind: return ["\(place)was \(old.kind), is \(kind)"]
    case _ where isInShape || old == self: return []
    default: return ["\(place)was \(old.shortText), is \(shortText)"]
    }
  }
}
