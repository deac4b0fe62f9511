import Foundation

/// A module whose protocols are asked for, and where their fakes go.
struct FakedModule {
  let name: String
  let module: String
  var folder: URL?
  /// Why there is no folder.
  var problem: ChoiceError?
}
