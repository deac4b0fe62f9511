/// The two words of a string: equal words are equal texts, while unequal ones say nothing.
///
/// Whoever keeps them keeps the string alive too, so that they are not those of another meanwhile.
@usableFromInline
struct Words: Equatable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  @usableFromInline @_transparent
  init(of string: String) {
    (first, second) = unsafeBitCast(string, to: (UInt64, UInt64).self)
  }

  /// The address of an object, and nothing.
  init(ofObject address: UInt) {
    first = UInt64(address)
    second = 0
  }
}

/// A key of the registry that has words.
protocol WordedKey {
  var words: Words { get }
}

extension String: WordedKey {
  var words: Words { Words(of: self) }
}

extension ObjectIdentifier: WordedKey {
  var words: Words { Words(ofObject: UInt(bitPattern: self)) }
}
