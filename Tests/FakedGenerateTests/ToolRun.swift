import Faked
import TestSupport
import faked_generate

/// A run of the tool in this process.
struct ToolRun {
  let output: String
  let errors: String
  let status: RunStatus

  init(_ words: [String], in folder: TemporaryFolder) {
    let (output, errors) = (Captured(""), Captured(""))
    let tool = Tool(
      base: folder.url, isTerminal: false, say: { output.value += $0 },
      sayError: { errors.value += $0 })
    status = tool.run(words)
    (self.output, self.errors) = (output.value, errors.value)
  }
}
