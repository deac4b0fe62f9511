package protocol User: Codable, CustomStringConvertible {
  func load(_ page: Int) throws -> String
}
