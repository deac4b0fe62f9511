// The parts of Dispatch that FakedScheduler and FakedClients use.
public final class DispatchSpecificKey<Value>: @unchecked Sendable { public init() {} }

public struct DispatchTime: Sendable {
  public static func now() -> DispatchTime { DispatchTime() }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
  @discardableResult public func signal() -> Int { 0 }
}

open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { DispatchQueue(label: "") }
  public init(label: String) {}
  public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) {}
  public class func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? { nil }
  public func sync(execute work: () -> Void) { work() }
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {}
  public class func global() -> DispatchQueue { DispatchQueue(label: "") }
}
