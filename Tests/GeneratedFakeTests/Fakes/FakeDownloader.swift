import Faked
import Shapes

final class FakeDownloader: Downloader, Faked {
  let instanceId: FakeInstance
  let getDelegate: FunctionID<() -> (any DownloaderDelegate)?, Returns> = "delegate.get"
  let setDelegate: FunctionID<(ObjectIdentifier?) -> Void, Returns> = "delegate.set"
  private struct WeakDelegate { weak var value: (any DownloaderDelegate)? }
  private let delegateValue = Captured(WeakDelegate())

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  var delegate: (any DownloaderDelegate)? {
    get { delegateValue.value.value ?? handleCall(\.getDelegate, default: nil) }
    set {
      delegateValue.value = WeakDelegate(value: newValue)
      handleCall(\.setDelegate, newValue.map { ObjectIdentifier($0) }, default: ())
    }
  }
}
