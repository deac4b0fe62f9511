/// A number that names something the same way in every run and in every process (64-bit FNV-1a).
///
/// `Hasher` cannot do this: its seed differs between processes.
struct StableName: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ number: UInt64) {
    // A loop over a range takes five times as long in a debug build.
    var (rest, count) = (number, 0)
    while count < 8 {
      value = (value ^ (rest & 0xFF)) &* 0x100_0000_01B3
      rest >>= 8
      count += 1
    }
  }

  mutating func combine(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
