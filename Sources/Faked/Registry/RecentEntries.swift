/// Where the registry looks first: an entry lies at the place its key's words lead to, until another takes it.
///
/// Finds an entry without hashing its key, which would take half as long as the rest of the call.
struct RecentEntries<Entry: AnyObject>: Sendable {
  // Retained by hand, for a copy of a reference costs half as much as the whole look.
  private typealias Place = (words: Words, entry: Unmanaged<Entry>)?
  private let shards = (0..<64).map { _ in Locked([Place](repeating: nil, count: 16)) }

  /// What `pick` gives for the entry with these words, if that is still here.
  @inline(__always)
  func find<Found>(_ words: Words, _ pick: (Entry) -> Found?) -> Found? {
    let (shard, place) = position(of: words)
    return shards[shard].withLock { places in
      guard let kept = places[place], kept.words == words else { return nil }
      return kept.entry._withUnsafeGuaranteedRef { pick($0) }
    }
  }

  /// Keeps an entry, whose key must live as long as it does, and hands over the one it replaces.
  func keep(_ entry: Entry, for words: Words) -> AnyObject? {
    replace(words, by: (words, .passRetained(entry))) { _ in true }
  }

  /// Forgets an entry and hands it over, unless another has its place by now.
  func forget(_ entry: Entry, for words: Words) -> AnyObject? {
    replace(words, by: nil) { $0 === entry }
  }

  private func replace(_ words: Words, by new: Place, where isMeant: (Entry) -> Bool) -> AnyObject?
  {
    let (shard, place) = position(of: words)
    return shards[shard].withLock { places in
      let old = places[place]?.entry
      if let old, !isMeant(old.takeUnretainedValue()) { return nil }
      places[place] = new
      return old?.takeRetainedValue()
    }
  }

  @inline(__always)
  private func position(of words: Words) -> (shard: Int, place: Int) {
    let mixed = (words.first ^ words.second &<< 1) &* 0x9E37_79B9_7F4A_7C15
    return (Int(mixed &>> 58), Int(mixed &>> 54) & 15)
  }
}
