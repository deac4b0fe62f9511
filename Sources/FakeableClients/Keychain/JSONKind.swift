import Foundation

/// What sort of JSON some bytes are: all that an error may say about a secret.
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

  /// The kind with the size, except where the size gives the value away: `true` is one byte shorter
  /// than `false`.
  func description(byteCount: Int) -> String {
    self == .bool ? rawValue : "\(rawValue) (\(bytes(byteCount)))"
  }

  private enum NoKeys: CodingKey {}
}
