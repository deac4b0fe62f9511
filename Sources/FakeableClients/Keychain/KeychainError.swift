import Foundation

/// Why a ``Keychain`` cannot give or take a value: it has another form, or the storage refuses.
///
/// No case and no text ever carries the value itself, only its kind and its size, so that an error
/// can be logged. Keys are in the texts. The last three cases are those of ``SystemKeychainStorage``;
/// other errors of a ``KeychainStorage`` are not wrapped: they come through as they were thrown.
public enum KeychainError: Error, Equatable, Sendable {
  /// The key holds bytes that are not UTF-8, and a string was asked for.
  case notUTF8(key: String, byteCount: Int)
  /// The key holds bytes that are not JSON, and a JSON value was asked for.
  case notJSON(key: String, byteCount: Int)
  /// The key holds JSON of another kind; `expected` is a Swift type, `found` the kind and the size.
  case typeMismatch(key: String, expected: String, found: String)
  /// The value has no JSON form; nothing was stored, and the key holds what it held before.
  case invalidValue(key: String, reason: String)
  /// The keychain is there and locked. Whether the key holds something cannot be known before it is
  /// unlocked, so this is no reason to sign a user out.
  case locked(KeychainStatus)
  /// No keychain answers on this machine.
  case absent(KeychainStatus)
  /// The keychain is there and failed in another way. Whether a change took effect is not known.
  case failed(KeychainStatus)
}

extension KeychainError: CustomStringConvertible, LocalizedError {
  /// The whole text: which key, what it holds, and what to call instead.
  public var description: String {
    switch self {
    case .notUTF8(let key, let byteCount):
      "The key \(quoted(key)) holds something other than UTF-8 text (\(bytes(byteCount))). "
        + "Call data(for:) to read it as it is."
    case .notJSON(let key, let byteCount):
      "The key \(quoted(key)) holds something other than JSON (\(bytes(byteCount))). "
        + "Call data(for:) to read it as it is."
    case .typeMismatch(let key, let expected, let found):
      "The key \(quoted(key)) does not hold what was asked for: expected \(expected), "
        + "found \(found). Call value(for:) to read any JSON, or data(for:) to read it as it is."
    case .invalidValue(let key, let reason):
      "The value for the key \(quoted(key)) was not stored: \(reason). "
        + "Call set(data:for:) with bytes of your own, and data(for:) to read them."
    case .locked(let status): KeychainAdvice.locked(status)
    case .absent(let status): KeychainAdvice.absent(status)
    case .failed(let status): KeychainAdvice.failed(status)
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// The key as a string literal, so that an empty one is seen and a line break cannot forge a line.
private func quoted(_ key: String) -> String { key.debugDescription }

/// The count with its noun, as all texts about a keychain have it.
func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
