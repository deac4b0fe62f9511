import PackagePlugin

/// `swift package check-fakes`: compares the fakes with their protocols. It needs no permission.
@main
struct CheckFakes: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try ToolRunner(context: context).run(["--check"] + arguments)
  }
}
