/// A reimplementation of the original design of this library: one dictionary of tuples for all instances.
enum Sketch {
  typealias Function = (Int, [Any?]) throws -> Any?
  nonisolated(unsafe) private static var functions: [String: [String: (Int, Function)]] = [:]

  static func when(_ instance: String, _ name: String, _ function: @escaping Function) {
    functions[instance, default: [:]][name] = (0, function)
  }

  static func call<Output>(_ instance: String, _ name: String, _ parameters: Any?...) -> Output? {
    guard let (count, function) = functions[instance]?[name] else { return nil }
    functions[instance]?[name] = (count + 1, function)
    return (try? function(count + 1, parameters)) as? Output
  }

  static func tearDown(_ instance: String) { functions[instance] = nil }
}
