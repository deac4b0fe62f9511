import Foundation

let folder = URL(filePath: FileManager.default.currentDirectoryPath)
let run = CommandLineTool(base: folder).run(Array(CommandLine.arguments.dropFirst()))
FileHandle.standardOutput.write(Data(run.output.utf8))
FileHandle.standardError.write(Data(run.error.utf8))
exit(run.status.rawValue)
