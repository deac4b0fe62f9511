import Foundation

let tool = CommandLineTool(
  base: URL(filePath: FileManager.default.currentDirectoryPath),
  say: { FileHandle.standardOutput.write(Data($0.utf8)) },
  sayError: { FileHandle.standardError.write(Data($0.utf8)) })
exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
