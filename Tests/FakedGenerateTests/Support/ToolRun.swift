import TestSupport
import faked_generate

/// A run of the tool in this process.
struct ToolRun {
  let output: String
  let errors: String
  let status: RunStatus

  init(_ words: [String], in folder: TemporaryFolder) {
    (output, errors, status) = CommandLineTool(base: folder.url).run(words)
  }
}
