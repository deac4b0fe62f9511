import Faked
import Foundation

/// The recorded form of errors of one type.
///
/// `URLError`, `CocoaError`, `POSIXError`, and `CancellationError` have a form. So does the error type of a
/// function with typed throws, if the type is `Codable` or `CaseIterable`.
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
  let encode: @Sendable (any Error) throws -> JSON?
  let decode: @Sendable (JSON) throws -> any Error

  /// Creates the form of a type that is `Codable`.
  ///
  /// - Parameter type: The type of the errors.
  public init<Failure: Error & Codable>(_ type: Failure.Type) {
    self.init(type, encode: { $0 }, decode: { $0 })
  }

  /// Creates the form of a type whose cases have no values. The file contains the name of the case.
  ///
  /// - Parameter type: The type of the errors.
  public init<Failure: Error & CaseIterable>(_ type: Failure.Type) {
    self.type = type
    encode = { ($0 as? Failure).map { .string("\($0)") } }
    decode = { json in
      guard let error = type.allCases.first(where: { .string("\($0)") == json }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "There is no case \(json.text)."))
      }
      return error
    }
  }

  /// Creates the form of a type that is both `Codable` and `CaseIterable`. The file contains the `Codable` form.
  ///
  /// - Parameter type: The type of the errors.
  public init<Failure: Error & Codable & CaseIterable>(_ type: Failure.Type) {
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
    self.encode = { try ($0 as? Failure).map { try RecordedValue.encode(encode($0)) } }
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

  /// Returns the form of a type that needs no explicit form, or `nil` if it needs one.
  static func natural(_ type: any Error.Type) -> RecordedError? {
    if let type = type as? any (Error & Codable).Type { return RecordedError(type) }
    if let type = type as? any (Error & CaseIterable).Type { return RecordedError(type) }
    return nil
  }
}
