import Faked

protocol Folder {
  func write(_ text: String, to file: String) throws
  func move(_ file: String, to other: String) throws
  func remove(_ file: String) throws
}

final class FakeFolder: Folder, Faked {
  let write: FunctionID<(String, String) -> Void, Throws> = "write"
  let move: FunctionID<(String, String) -> Void, Throws> = "move"
  let remove: FunctionID<(String) -> Void, Throws> = "remove"
  var files = ["notes": "old"]

  func write(_ text: String, to file: String) throws {
    try handleCall(\.write, text, file, default: files[file] = text)
  }
  func move(_ file: String, to other: String) throws {
    try handleCall(\.move, file, other, default: files[other] = files.removeValue(forKey: file))
  }
  func remove(_ file: String) throws {
    try handleCall(\.remove, file, default: files[file] = nil)
  }
}

struct Notebook {
  let folder: any Folder
  func save(_ text: String) throws {
    try folder.remove("notes")
    try folder.write(text, to: "notes")
  }
}

struct CarefulNotebook {
  let folder: any Folder
  func save(_ text: String) throws {
    try folder.write(text, to: "draft")
    try folder.move("draft", to: "notes")
  }
}
