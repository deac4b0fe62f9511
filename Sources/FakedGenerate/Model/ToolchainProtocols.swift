/// The protocols of the toolchain, whose sources are never given.
enum ToolchainProtocols {
  /// Returns the declarations that a fake needs. `nil` for an unknown protocol.
  static func requirements(of name: String) -> [String]? {
    let name = withoutOverlay(name)
    if complete.contains(name) || objects.contains(name) { return [] }
    return ToolchainRequirements.declarations[name]
  }

  /// Returns the name with its module: `Swift.Identifiable` for `Identifiable`. `nil` for an unknown protocol.
  static func fullName(of name: String, in module: String?) -> String? {
    guard let full = fullNames[name] else { return nil }
    guard let module, module != full.prefix(while: { $0 != "." }) else { return full }
    return full.hasPrefix("_") && module == "Swift" ? full : nil
  }

  private static let fullNames: [String: String] = {
    let all = Set(ToolchainRequirements.declarations.keys)
      .union(complete).union(objects).union(classBound)
    return Dictionary(
      all.map { (String($0.drop { $0 != "." }.dropFirst()), $0) },
      uniquingKeysWith: { first, _ in first })
  }()

  /// Returns a protocol and all that it inherits from.
  static func implied(by name: String) -> Set<String> {
    (parents[name] ?? []).reduce(into: [name]) { $0.formUnion(implied(by: $1)) }
  }

  /// Returns the names of the associated types, including inherited ones.
  static func associatedTypes(of name: String) -> Set<String> {
    var names: Set<String> = []
    for name in implied(by: name) {
      for declaration in ToolchainRequirements.declarations[name] ?? []
      where declaration.hasPrefix("associatedtype ") {
        names.insert(String(declaration.dropFirst("associatedtype ".count).prefix { $0 != " " }))
      }
    }
    return names
  }

  /// Returns the primary associated types.
  static func primary(of name: String) -> [String] {
    switch name {
    case "Swift.Identifiable": ["ID"]
    case "Swift.RawRepresentable": ["RawValue"]
    case "_Concurrency.Clock", "Swift.InstantProtocol": ["Duration"]
    case "_Concurrency.AsyncSequence": ["Element", "Failure"]
    default: associatedTypes(of: name).contains("Element") ? ["Element"] : []
    }
  }

  private static let parents: [String: [String]] = [
    "Swift.Hashable": ["Swift.Equatable"], "Swift.Comparable": ["Swift.Equatable"],
    "Swift.Strideable": ["Swift.Comparable"], "Swift.AdditiveArithmetic": ["Swift.Equatable"],
    "Swift.Numeric": ["Swift.AdditiveArithmetic", "Swift.ExpressibleByIntegerLiteral"],
    "Swift.SignedNumeric": ["Swift.Numeric"],
    "Swift.DurationProtocol": [
      "Swift.Comparable", "Swift.AdditiveArithmetic", "Swift.Sendable",
    ],
    "Swift.InstantProtocol": ["Swift.Comparable", "Swift.Hashable", "Swift.Sendable"],
    "_Concurrency.Clock": ["Swift.Sendable"], "Swift.Error": ["Swift.Sendable"],
    "Foundation.LocalizedError": ["Swift.Error"], "Foundation.CustomNSError": ["Swift.Error"],
    "Foundation.RecoverableError": ["Swift.Error"], actor: ["Swift.Sendable"],
    "_Concurrency.Executor": ["Swift.AnyObject", "Swift.Sendable"],
    "_Concurrency.SerialExecutor": ["_Concurrency.Executor"],
    "_Concurrency.TaskExecutor": ["_Concurrency.Executor"],
    "Swift.CodingKey": ["Swift.Sendable"], "Swift.Collection": ["Swift.Sequence"],
    "Swift.BidirectionalCollection": ["Swift.Collection"],
    "Swift.RandomAccessCollection": ["Swift.BidirectionalCollection"],
    "Swift.MutableCollection": ["Swift.Collection"],
    "Swift.RangeReplaceableCollection": ["Swift.Collection"],
    "Swift.LazySequenceProtocol": ["Swift.Sequence"],
    "Swift.LazyCollectionProtocol": ["Swift.Collection", "Swift.LazySequenceProtocol"],
    "Swift.SetAlgebra": ["Swift.Equatable", "Swift.ExpressibleByArrayLiteral"],
    "Swift.OptionSet": ["Swift.SetAlgebra", "Swift.RawRepresentable"],
    "Swift.ExpressibleByExtendedGraphemeClusterLiteral": [
      "Swift.ExpressibleByUnicodeScalarLiteral"
    ],
    "Swift.ExpressibleByStringLiteral": ["Swift.ExpressibleByExtendedGraphemeClusterLiteral"],
    "Swift.ExpressibleByStringInterpolation": ["Swift.ExpressibleByStringLiteral"],
    "Swift.LosslessStringConvertible": ["Swift.CustomStringConvertible"],
    "Swift.CustomLeafReflectable": ["Swift.CustomReflectable"],
    "Foundation.NSSecureCoding": ["Foundation.NSCoding"],
    "Foundation.FormatStyle": ["Swift.Decodable", "Swift.Encodable", "Swift.Hashable"],
    "Foundation.ParseStrategy": ["Swift.Decodable", "Swift.Encodable", "Swift.Hashable"],
    "Foundation.SortComparator": ["Swift.Hashable"],
    "Combine.ConnectablePublisher": ["Combine.Publisher"], "Combine.Subject": ["Combine.Publisher"],
    "Combine.Subscription": [
      "Combine.Cancellable", "Combine.CustomCombineIdentifierConvertible",
    ],
    "Combine.Subscriber": ["Combine.CustomCombineIdentifierConvertible"],
  ]

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
