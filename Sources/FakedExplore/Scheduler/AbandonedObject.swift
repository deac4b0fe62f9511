/// An object that tasks still refer to, although they never run again.
package enum AbandonedObject {
  private typealias Count = @convention(c) (UnsafeMutableRawPointer) -> Int
  private typealias Change = @convention(c) (UnsafeMutableRawPointer, UInt32) -> Void

  private static func function<Function>(_ name: StaticString, as type: Function.Type) -> Function?
  {
    RuntimeSymbols.find(name).map { unsafeBitCast($0, to: type) }
  }

  /// Drops all references to an object except one, and keeps its memory.
  package static func forget(_ object: UnsafeMutableRawPointer) {
    guard let count = function("swift_retainCount", as: Count.self),
      let retainUnowned = function("swift_unownedRetain_n", as: Change.self),
      let release = function("swift_release_n", as: Change.self)
    else { return }
    retainUnowned(object, 1)
    if case let extra = count(object) - 1, extra > 0 { release(object, UInt32(extra)) }
  }
}
