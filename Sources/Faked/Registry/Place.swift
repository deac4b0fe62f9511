/// Where the calls of a function are, by its name and its type.
@usableFromInline
struct Place {
  @usableFromInline let words: Words
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let calls: UnsafeMutableRawPointer

  @usableFromInline
  init(words: Words, type: ObjectIdentifier, calls: UnsafeMutableRawPointer) {
    self.words = words
    self.type = type
    self.calls = calls
  }
}
