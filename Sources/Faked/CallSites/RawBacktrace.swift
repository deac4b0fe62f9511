/// The addresses of the callers of a call. Their functions and lines are not looked up yet.
package struct RawBacktrace {
  /// The maximum number of frames. It is enough for the library, the fake with its thunks in a debug build, and a caller.
  private static let maxFrames = 20

  private let values: [UInt64]
  private let kind: CodeAddress.Kind
  /// The hash of the addresses.
  let hash: UInt64

  var isEmpty: Bool { values.isEmpty }

  package var addresses: [CodeAddress] { values.map { CodeAddress($0, kind) } }

  /// Captures the callers of this function, or those of an asynchronous function.
  package init(of caller: Caller) {
    #if canImport(Darwin)
      let callers = Symbolicator.captureCallers(limit: Self.maxFrames)
      (values, kind) = (callers.map(\.value), callers.last?.kind ?? .returns)
      hash = values.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01b3 }
    #else
      let limit = Self.maxFrames
      var values = [UInt64](repeating: 0, count: limit)
      let count: Int32
      switch caller {
      case .synchronous:
        count = SystemFunctions.all.callers(&values, Int32(limit))
        kind = .returns
      case .asynchronous(let context):
        count = SystemFunctions.all.asyncCallers(context, &values, Int32(limit))
        kind = .resumes
      }
      hash = SystemFunctions.all.hash(&values, count)
      values.removeLast(limit - Int(count))
      self.values = values
    #endif
  }
}

/// The function that makes a call.
@usableFromInline
package enum Caller {
  case synchronous
  /// The function is asynchronous, and its context contains the addresses at which its callers resume.
  case asynchronous(context: UnsafeRawPointer?)

  /// Returns the asynchronous function that calls this function. Other functions must not call it.
  @usableFromInline @inline(never)
  static func currentAsynchronous() -> Caller {
    #if canImport(Darwin)
      return .asynchronous(context: nil)
    #else
      var context: UnsafeRawPointer?
      SystemFunctions.all.asyncContext(&context)
      return .asynchronous(context: context)
    #endif
  }

  @usableFromInline var canSuspend: Bool { if case .asynchronous = self { true } else { false } }
}
