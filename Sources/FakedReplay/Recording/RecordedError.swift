import Faked
import Foundation

/// How errors of one type are written into recordings and read from them.
///
/// A function that throws errors of one type needs none where that type is `Codable` or `CaseIterable`, and
/// neither do `URLError`, `CocoaError`, `POSIXError` and `CancellationError`.
public struct RecordedError: Sendable {
  let typeName: String
  /// Nil for errors of other types.
  let encode: @Sendable (any Error) throws -> JSON?
  let decode: @Sendable (JSON) throws -> any Error

  /// Errors that are `Codable`.
  public init<Failure: Error & Codable>(_ type: Failure.Type) {
    self.init(type, encode: { $0 }, decode: { $0 })
  }

  /// Errors that are cases without values.
  public init<Failure: Error & CaseIterable>(_ type: Failure.Type) {
    typeName = readableType(type)
    encode = { ($0 as? Failure).map { .string("\($0)") } }
    decode = { json in
      guard let error = type.allCases.first(where: { .string("\($0)") == json }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "There is no case \(json.text)."))
      }
      return error
    }
  }

  /// Errors that are `Codable` and have cases: by `Codable`.
  public init<Failure: Error & Codable & CaseIterable>(_ type: Failure.Type) {
    self.init(type, encode: { $0 }, decode: { $0 })
  }

  /// Errors of any type, in a form of your own.
  public init<Failure: Error, Form: Codable & FakedMetatype>(
    _ type: Failure.Type, encode: @escaping @Sendable (Failure) -> Form,
    decode: @escaping @Sendable (Form) -> Failure
  ) {
    typeName = readableType(type)
    self.encode = { try ($0 as? Failure).map { try ValueEncoder.encode(encode($0)) } }
    self.decode = { decode(try ValueDecoder.decode($0, as: Form.self)) }
  }
}

extension RecordedError {
  /// The forms of errors that many functions throw.
  static let common = [
    RecordedError(
      CancellationError.self, encode: { _ in Bool?.none }, decode: { _ in CancellationError() }),
    RecordedError(
      URLError.self, encode: \.errorCode,
      // Not every platform knows a code for every number.
      decode: { URLError(URLError.Code(rawValue: $0) as URLError.Code? ?? .unknown) }),
    RecordedError(
      CocoaError.self, encode: \.errorCode, decode: { CocoaError(CocoaError.Code(rawValue: $0)) }),
    RecordedError(
      POSIXError.self, encode: \.code.rawValue,
      decode: { POSIXError(POSIXErrorCode(rawValue: $0) ?? .EIO) }),
  ]

  /// The form of a type that needs no other to be named.
  static func natural(_ type: any Error.Type) -> RecordedError? {
    if let type = type as? any (Error & Codable).Type { return RecordedError(type) }
    if let type = type as? any (Error & CaseIterable).Type { return RecordedError(type) }
    return nil
  }
}
