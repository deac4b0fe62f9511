import Foundation

/// The kind of a JSON value. Errors show only the kind and size of a secret.
enum JSONKind: String, Decodable {
  case array = "a JSON array"
  case object = "a JSON object"
  case null = "a JSON null"
  case bool = "a JSON Bool"
  case string = "a JSON string"
  case integer = "a JSON integer"
  case number = "a JSON number that no Int can hold"

  init(from decoder: any Decoder) throws {
    if (try? decoder.unkeyedContainer()) != nil {
      self = .array
      return
    }
    if (try? decoder.container(keyedBy: NoKeys.self)) != nil {
      self = .object
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if (try? value.decode(Bool.self)) != nil {
      self = .bool
    } else if (try? value.decode(String.self)) != nil {
      self = .string
    } else if (try? value.decode(Int.self)) != nil {
      self = .integer
    } else {
      _ = try value.decode(Double.self)
      self = .number
    }
  }

  /// Returns the kind with its size, except for a Boolean value, whose size would reveal it.
  func description(byteCount: Int) -> String {
    self == .bool ? rawValue : "\(rawValue) (\(bytes(byteCount)))"
  }

  private enum NoKeys: CodingKey {}
}
