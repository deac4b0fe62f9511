import PackagePlugin

/// `swift package generate-fakes`: writes a fake for each protocol of a target.
@main
struct GenerateFakes: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try ToolRunner(context: context).run(arguments)
  }
}
