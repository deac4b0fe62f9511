/// The requirements of toolchain protocols, which have no symbol graph here.
enum ToolchainProtocols {
  /// Returns the declarations that a fake needs. `nil` for an unknown protocol.
  static func requirements(of name: String) -> [String]? {
    let name = withoutOverlay(name)
    if complete.contains(name) || objects.contains(name) { return [] }
    return ToolchainRequirements.declarations[name]
  }

  static let actor = "_Concurrency.Actor"
  static let coded: Set<String> = ["Swift.Decodable", "Swift.Encodable"]
  static let sendable = "Swift.Sendable"

  /// Returns a Boolean value that indicates whether one of the protocols has defaults for all requirements of this one.
  static func isMet(_ name: String, by others: Set<String>) -> Bool {
    met[name].map { !others.isDisjoint(with: $0) } ?? false
  }

  private static let met: [String: Set<String>] = [
    "Swift.Sequence": ["Swift.Collection"],
    "Swift.SetAlgebra": ["Swift.OptionSet"],
    "Swift.ExpressibleByArrayLiteral": ["Swift.SetAlgebra"],
    "Swift.ExpressibleByUnicodeScalarLiteral": [
      "Swift.ExpressibleByStringLiteral", "Swift.ExpressibleByExtendedGraphemeClusterLiteral",
    ],
    "Swift.ExpressibleByExtendedGraphemeClusterLiteral": ["Swift.ExpressibleByStringLiteral"],
  ]

  static func isClassBound(_ name: String) -> Bool {
    let name = withoutOverlay(name)
    return classBound.contains(name) || objects.contains(name)
  }

  /// Returns a Boolean value that indicates whether only subclasses of `NSObject` can conform.
  static func isOfObjects(_ name: String) -> Bool { objects.contains(withoutOverlay(name)) }

  /// Returns the name with the module `Foundation`, whose parts are in different modules on some platforms.
  private static func withoutOverlay(_ name: String) -> String {
    for module in ["FoundationEssentials.", "FoundationNetworking.", "ObjectiveC."]
    where name.hasPrefix(module) {
      return "Foundation." + name.dropFirst(module.count)
    }
    return name
  }

  private static let classBound: Set<String> = [
    "Combine.CustomCombineIdentifierConvertible", "Combine.ObservableObject", "Combine.Subject",
    "Combine.Subscriber", "Combine.Subscription",
    "_Concurrency.Executor", "Swift.AnyObject", "Foundation.NSCopying", "Foundation.NSCoding",
    "Foundation.NSSecureCoding", "Foundation.NSMutableCopying",
  ]

  /// Protocols whose requirements `NSObject` meets, or that are optional.
  private static let objects: Set<String> = [
    "Foundation.NSObjectProtocol", "Foundation.URLSessionDelegate",
    "Foundation.URLSessionTaskDelegate", "Foundation.URLSessionDataDelegate",
    "Foundation.URLSessionDownloadDelegate", "Foundation.URLSessionStreamDelegate",
    "Foundation.URLSessionWebSocketDelegate", "Foundation.StreamDelegate",
    "Foundation.XMLParserDelegate", "Foundation.NSCacheDelegate", "Foundation.FileManagerDelegate",
  ]

  /// Returns the declarations that a fake needs outside Apple platforms, where they are optional.
  static func requirementsOutsideApplePlatforms(of name: String) -> [String] {
    guard withoutOverlay(name) == "Foundation.FileManagerDelegate" else { return [] }
    let transfers = [("Copy", "copying"), ("Move", "moving"), ("Link", "linking")].flatMap {
      (word, action) in
      [
        "should\(word)ItemAt srcURL: URL, to dstURL: URL",
        "should\(word)ItemAtPath srcPath: String, toPath dstPath: String",
        "shouldProceedAfterError error: any Error, \(action)ItemAt srcURL: URL, to dstURL: URL",
        "shouldProceedAfterError error: any Error, \(action)ItemAtPath srcPath: String, "
          + "toPath dstPath: String",
      ]
    }
    let removals = [
      "shouldRemoveItemAt url: URL", "shouldRemoveItemAtPath path: String",
      "shouldProceedAfterError error: any Error, removingItemAt url: URL",
      "shouldProceedAfterError error: any Error, removingItemAtPath path: String",
    ]
    return (transfers + removals).map {
      "func fileManager(_ fileManager: FileManager, \($0)) -> Bool"
    }
  }

  /// Protocols that `Faked`, the compiler, or extensions meet.
  private static let complete: Set<String> = [
    actor, sendable, "Swift.AnyObject", "Swift.SendableMetatype", "Swift.Copyable",
    "Swift.Escapable", "Swift.Equatable", "Swift.Hashable", "Swift.Error", "Swift.Decodable",
    "Swift.Encodable", "Foundation.LocalizedError", "Foundation.CustomNSError",
    "Observation.Observable", "Combine.ObservableObject",
    "Combine.CustomCombineIdentifierConvertible",
    "_Concurrency.SerialExecutor", "_Concurrency.TaskExecutor", "Swift.CustomLeafReflectable",
    "Swift.ExpressibleByStringInterpolation", "Swift.LazyCollectionProtocol",
    "Swift.LazySequenceProtocol", "Swift.RandomAccessCollection", "Swift.SignedNumeric",
  ]
}
