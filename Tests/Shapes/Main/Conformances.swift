package protocol Device: Hashable, Identifiable where ID == String {
  func ping() throws -> Int
}

package protocol User: Codable, CustomStringConvertible {
  func load(_ page: Int) throws -> String
}

package protocol Failure: Error {
  var code: Int { get }
}
