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
public protocol OldMain {
  func render(_ body: @MainActor () -> Void);
  func dispatch(_ body: @escaping @MainActor () -> Void);
  @MainActor func draw(_ body: @MainActor () -> Int) -> Int
}
public protocol OldDispatch {
  var queue: DispatchQueue { get }; func after(_ time: DispatchTime, execute: @escaping () -> Void);
  func group() -> DispatchGroup
}
public protocol OldTypealias {
  typealias Block = (Int) -> Void; typealias Pair = (Int, String);
  func run(_ block: @escaping Block) -> Pair; func all(_ blocks: [Block])
}
public protocol OldAssociated {
  associatedtype Value; associatedtype Error: Swift.Error; func value() throws -> Value;
  func error(_ error: Error) -> Swift.Error
}
