import Faked
import Shapes

struct FakePrinter: Printer, Faked {
  let instanceId = FakeInstance()
  let log: FunctionID<([Any], String) -> Void> = "log"
  let tag: FunctionID<([String]) -> Int> = "tag"

  func log(_ items: Any..., separator: String) { handleCall(\.log, items, separator, default: ()) }
  func tag(_ names: String...) -> Int { handleCall(\.tag, names) }
}
