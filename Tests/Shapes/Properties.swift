package protocol Player {
  var onEnd: (Int) -> Void { get set }
  var title: String! { get set }
  mutating func rewind()
}

package protocol Cache {
  subscript(key: String) -> Int? { get set }
  subscript(row: String, column: Int) -> Character { get set }
  subscript(at index: Int) -> Int { get throws }
  subscript<Key: Hashable>(any key: Key) -> String { get }
}

package protocol Clock {
  static var now: Int { get }
  static var zone: String { get set }
  static func sleep(seconds: Int)
  static subscript(name: String) -> Int { get }
}

package protocol Session {
  init(user: String) throws
  init?(token: Int)
  func send(_ text: String) -> Bool
}

package protocol Amount: Comparable {
  static func + (left: Self, right: Self) -> Self
  static prefix func - (value: Self) -> Self
  static func += (left: inout Self, right: Int)
}

package protocol DownloaderDelegate: AnyObject {
  func didFinish()
}

package protocol Downloader: AnyObject {
  var delegate: (any DownloaderDelegate)? { get set }
}
