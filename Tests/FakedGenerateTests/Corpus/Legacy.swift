public import Foundation

// Code from before `any`, async functions and strict concurrency, as a module in Swift 5 mode has it.
public protocol OldDelegate: class { func didFinish(_ sender: Any?); func didFail(error: Error?) }
public protocol OldService {
  var delegate: OldDelegate? { get set };
  func fetch(completion: @escaping ([User]?, Error?) -> Void); func observers() -> [OldDelegate];
  func make(_ type: OldModel.Type) -> OldModel
}
public protocol OldModel: class, Codable { var identifier: String { get } }
public protocol OldCallbacks {
  var onSuccess: ((User) -> Void)? { get set }; var onError: (Error) -> Void { get set };
  func run(queue: DispatchQueue, _ work: @escaping () -> Void);
  func sync<T>(_ work: () throws -> T) rethrows -> T
}
public protocol OldComposition {
  func both(_ value: OldModel & Themed) -> (Codable & Themed)?;
  func result() -> Swift.Result<OldModel, Error>;
  func map(_ values: [String: OldModel]) -> [OldModel?]
}
public protocol OldAny {
  func value(forKey key: String) -> Any?; func set(_ value: Any?, forKey key: String);
  func items() -> [AnyHashable: Any]; func object() -> AnyObject & OldDelegate
}
public protocol OldOptional {
  func first() -> String!; func list() -> [Int]!; var count: Int! { get set }
}
public protocol OldMain {
  func render(_ body: @MainActor () -> Void);
  func dispatch(_ body: @escaping @MainActor () -> Void);
  @MainActor func draw(_ body: @MainActor () -> Int) -> Int
}
public protocol OldEquatable: Equatable {
  var value: Int { get }; func isEqual(to other: Self) -> Bool
}
public protocol OldNotification {
  func post(_ name: Foundation.Notification.Name, object: Any?);
  func observe(
    _ name: Foundation.Notification.Name, using block: @escaping (Foundation.Notification) -> Void
  ) -> NSObjectProtocol
}
public protocol OldDispatch {
  var queue: DispatchQueue { get }; func after(_ time: DispatchTime, execute: @escaping () -> Void);
  func group() -> DispatchGroup
}
public protocol OldFormatter {
  func string(from date: Date) -> String; func date(from string: String) -> Date?;
  var format: String { get set }
}
public protocol OldTypealias {
  typealias Block = (Int) -> Void; typealias Pair = (Int, String);
  func run(_ block: @escaping Block) -> Pair; func all(_ blocks: [Block])
}
public protocol OldAssociated {
  associatedtype Value; associatedtype Error: Swift.Error; func value() throws -> Value;
  func error(_ error: Error) -> Swift.Error
}
public protocol OldParent { func name() -> String }
public protocol OldChild: OldParent { func name() -> String; func age() -> Int }
public protocol OldGrandchild: OldChild, CustomStringConvertible { var size: Int { get } }
public protocol OldOperation {
  func main(); func cancel(); var isCancelled: Bool { get };
  var completionBlock: (() -> Void)? { get set }
}
public protocol OldXML {
  func parser(_ parser: XMLHandle, didStart element: String, attributes: [String: String]);
  func parser(_ parser: XMLHandle, didEnd element: String);
  func parser(_ parser: XMLHandle, found text: String)
}
public final class XMLHandle {}
