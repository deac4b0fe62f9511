// The parts of Dispatch that FakedScheduler and FakedClients use.
public final class DispatchSpecificKey<Value>: @unchecked Sendable { public init() {} }

open class DispatchQueue: @unchecked Sendable {
  public init(label: String) {}
  public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) {}
  public class func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? { nil }
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public class func global() -> DispatchQueue { DispatchQueue(label: "") }
}
