import Faked
import Foundation

/// The recorded form of errors of one type.
///
/// `URLError`, `CocoaError`, `POSIXError`, and `CancellationError` have a form. So does the error type of a
/// function with typed throws, if the type is `Codable`.
///
/// ```swift
/// enum LoanError: String, Error, Codable { case closed, lent }
///
/// @Test(.recorded("emma", errors: [RecordedError(LoanError.self)]))
/// func theBookIsLent() async {
///   let library = SpyLibrary(real: Library())
///   await #expect(throws: LoanError.lent) { try await library.find("Emma") }
/// }
/// ```
///
/// See <doc:RecordingAndReplaying>.
public struct RecordedError: Sendable {
  let type: any Error.Type
  /// Returns `nil` for errors of other types.
  let encode: @Sendable (any Error) -> (any Encodable)?
  let decode: @Sendable (JSON) throws -> any Error

  /// Creates the form of a type that is `Codable`.
  ///
  /// - Parameter type: The type of the errors.
  public init<Failure: Error & Codable>(_ type: Failure.Type) {
    self.init(type, encode: { $0 }, decode: { $0 })
  }

  /// Creates a custom form of any type.
  ///
  /// - Parameters:
  ///   - type: The type of the errors.
  ///   - encode: Returns the `Codable` form of an error.
  ///   - decode: Returns the error for a form.
  public init<Failure: Error, Form: Codable & SendableMetatype>(
    _ type: Failure.Type, encode: @escaping @Sendable (Failure) -> Form,
    decode: @escaping @Sendable (Form) -> Failure
  ) {
    self.type = type
    self.encode = { ($0 as? Failure).map(encode) }
    self.decode = { decode(try RecordedValue.decode($0, as: Form.self)) }
  }
}

extension RecordedError {
  /// The name of the type with the types around it, and without its module: `Disk.Failure`.
  var name: String {
    // The context of a private type has a different address in each run.
    String(reflecting: type).split(separator: ".").dropFirst()
      .filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// The forms of errors that many functions throw.
  static let common = [
    RecordedError(
      CancellationError.self, encode: { _ in Bool?.none }, decode: { _ in CancellationError() }),
    RecordedError(
      URLError.self, encode: \.errorCode,
      // Some platforms have no code for some numbers.
      decode: { URLError(URLError.Code(rawValue: $0) as URLError.Code? ?? .unknown) }),
    RecordedError(
      CocoaError.self, encode: \.errorCode, decode: { CocoaError(CocoaError.Code(rawValue: $0)) }),
    RecordedError(
      POSIXError.self, encode: \.code.rawValue,
      decode: { POSIXError(POSIXErrorCode(rawValue: $0) ?? .EIO) }),
  ]
}

/// The form of `Codable` values in a recording: dates, URLs, and data are readable texts.
package enum RecordedValue {
  /// Returns a value as JSON.
  ///
  /// - Throws: The errors of the value's own `encode(to:)`, and of values that JSON can't hold.
  package static func encode(_ value: any Encodable) throws -> JSON {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      // The format cuts off what is below a millisecond.
      try (date + 0.000_5).formatted(dateFormat).encode(to: encoder)
    }
    encoder.dataEncodingStrategy = .custom { data, encoder in
      let text = data.plainText.map { "text:" + $0 } ?? "base64:" + data.base64EncodedString()
      try text.encode(to: encoder)
    }
    let json = try JSON(parsing: encoder.encode(value))
    // A set has another order in each process.
    guard value is any SetAlgebra, case .array(let elements) = json else { return json }
    return .array(elements.sorted { $0.text < $1.text })
  }

  /// Returns a value of a type, or `nil` if the type is not `Decodable`.
  ///
  /// - Throws: The errors of the type's own `init(from:)`.
  static func decode<Value>(_ json: JSON, as type: Value.Type) throws -> Value? {
    if let nothing = () as? Value { return nothing }
    guard let type = type as? any Decodable.Type else { return nil }
    return try decode(json, as: type) as? Value
  }

  package static func decode<Value: Decodable>(_ json: JSON, as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      try read(decoder, "a date as in 2026-01-31T12:00:00.000Z") {
        try? Date($0, strategy: dateFormat)
      }
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      try read(decoder, "data as in text:… or base64:…", data)
    }
    return try decoder.decode(type, from: Data(json.text.utf8))
  }

  private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private static func read<Value>(
    _ decoder: any Decoder, _ form: String, _ value: (String) -> Value?
  ) throws -> Value {
    if let value = value(try String(from: decoder)) { return value }
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "It is not \(form)."))
  }

  private static func data(_ text: String) -> Data? {
    if text.hasPrefix("text:") { return Data(text.utf8.dropFirst(5)) }
    return text.hasPrefix("base64:") ? Data(base64Encoded: String(text.dropFirst(7))) : nil
  }

  /// Returns the path and the reason of a mismatch: `days[0].high: Expected to decode Int but found a string instead`.
  static func reason(_ error: any Error) -> String {
    let context: DecodingError.Context
    switch error as? DecodingError {
    case .keyNotFound(_, let found), .typeMismatch(_, let found), .valueNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    default: return "\(error)"
    }
    let path = context.codingPath.reduce("") { path, key in
      key.intValue.map { path + "[\($0)]" } ?? (path.isEmpty ? "" : path + ".") + key.stringValue
    }
    let text = context.debugDescription.trimmingCharacters(in: ["."])
    return (path.isEmpty ? "" : path + ": ") + text
  }
}
