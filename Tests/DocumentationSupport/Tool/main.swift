import DocumentationPages
import Foundation

// Writes the test source of one page or source file: its path from the root, the root, the file to write.
let arguments = CommandLine.arguments
let root = URL(filePath: arguments[2])
let page = try Page(path: arguments[1], in: root)
let source =
  arguments[1].hasSuffix(".md")
  ? page.testSource(root: root.path) : page.exampleSource(root: root.path)
try source.write(to: URL(filePath: arguments[3]), atomically: true, encoding: .utf8)
