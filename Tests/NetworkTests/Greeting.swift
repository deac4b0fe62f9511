/// What the services of these tests send and get.
struct Greeting: Codable, Equatable { let text: String }
struct Visitor: Codable, Equatable { let name: String }
struct Refused: Error, Equatable {}
