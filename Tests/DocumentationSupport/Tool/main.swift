import DocumentationPages
import Foundation

// Writes the test source of one page: its path from the root, the root, the file to write.
let arguments = CommandLine.arguments
let root = URL(filePath: arguments[2])
let source = try Page(path: arguments[1], in: root).testSource(root: root.path)
try source.write(to: URL(filePath: arguments[3]), atomically: true, encoding: .utf8)
