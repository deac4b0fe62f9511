import Faked
import Shapes

struct FakePrinter: Printer, Faked {
  let instanceId = FakeInstance()
  let log: FunctionID<([Any], String) -> Void, Returns> = "log(_:separator:)"
  let tag: FunctionID<([String]) -> Int, Returns> = "tag(_:)"

  func log(_ items: Any..., separator: String) { handleCall(\.log, items, separator, default: ()) }
  func tag(_ names: String...) -> Int { handleCall(\.tag, names) }
}
