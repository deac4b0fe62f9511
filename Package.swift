// swift-tools-version: 6.1
import PackageDescription

// The setting for default isolation needs newer tools. Unsafe flags don't affect packages that depend on
// this one, because only a test target uses them.
#if compiler(>=6.2)
  let defaultMainActorIsolation: [SwiftSetting] = [
    .unsafeFlags(["-default-isolation", "MainActor"])
  ]
#else
  let defaultMainActorIsolation: [SwiftSetting] = []
#endif

// A release build would take a quarter longer if it optimized these tests. It optimizes those of explorations, because
// optimization changes the events that explorations see.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "Faked",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Faked", targets: ["Faked"]),
    .library(name: "FakedTesting", targets: ["FakedTesting"]),
    .library(name: "FakedExplore", targets: ["FakedExplore"]),
    .library(name: "FakedRecording", targets: ["FakedRecording"]),
    .library(name: "FakeableClients", targets: ["FakeableClients"]),
    .library(name: "FakedClients", targets: ["FakedClients"]),
    .executable(name: "faked-generate", targets: ["faked-generate"]),
    .plugin(name: "GenerateFakes", targets: ["GenerateFakes"]),
    .plugin(name: "CheckFakes", targets: ["CheckFakes"]),
  ],
  targets: [
    .target(name: "CFaked"),
    .target(
      name: "Faked",
      dependencies: [
        .target(name: "CFaked", condition: .when(platforms: [.linux, .android]))
      ]),
    .target(name: "FakedTesting", dependencies: ["Faked"]),
    .target(name: "FakedScheduler", dependencies: ["Faked"]),
    .target(name: "FakedExplore", dependencies: ["FakedTesting", "FakedScheduler"]),
    .target(name: "FakedReplay", dependencies: ["Faked"]),
    .target(name: "FakedRecording", dependencies: ["Faked", "FakedReplay", "FakedTesting"]),
    .target(name: "FakeableClients"),
    .target(name: "FakedClients", dependencies: ["FakeableClients", "Faked", "FakedReplay"]),
    .executableTarget(
      name: "faked-tour",
      dependencies: ["FakeableClients", "Faked", "FakedClients", "FakedScheduler"],
      path: "Sources/FakedTour"),
    .executableTarget(
      name: "FakedBenchmarks", dependencies: ["Faked", "FakedScheduler", "FakedReplay"],
      path: "Benchmarks",
      exclude: ["Scripts"]),
    .executableTarget(name: "faked-generate", path: "Sources/FakedGenerate"),
    .plugin(
      name: "GenerateFakes",
      capability: .command(
        intent: .custom(
          verb: "generate-fakes", description: "Writes a fake for each protocol of a target."),
        permissions: [
          .writeToPackageDirectory(reason: "It writes the fakes into the folder of their tests.")
        ]),
      dependencies: ["faked-generate"],
      path: "Sources/GenerateFakes"),
    .plugin(
      name: "CheckFakes",
      capability: .command(
        intent: .custom(
          verb: "check-fakes", description: "Fails if a generated fake is out of date.")),
      dependencies: ["faked-generate"],
      path: "Sources/CheckFakes"),
    .target(name: "TestSupport", dependencies: ["Faked"], path: "Tests/Support"),
    .testTarget(
      name: "FakedTests", dependencies: ["Faked", "TestSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "PublishedFormTests", dependencies: ["Faked"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FakedSchedulerTests", dependencies: ["Faked", "FakedScheduler", "TestSupport"]),
    .testTarget(name: "FakedTestingTests", dependencies: ["FakedTesting", "TestSupport"]),
    .testTarget(name: "FakedExploreTests", dependencies: ["FakedExplore", "TestSupport"]),
    .testTarget(
      name: "FakedReplayTests",
      dependencies: ["Faked", "FakedReplay", "FakedExplore", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "FakedRecordingTests",
      dependencies: ["FakedRecording", "FakedTesting", "TestSupport"],
      resources: [.copy("Recordings")]),
    .testTarget(
      name: "RecipeMainActorTests", dependencies: ["Faked"],
      swiftSettings: defaultMainActorIsolation),
    .testTarget(
      name: "FakeableClientsTests", dependencies: ["FakeableClients", "Faked", "TestSupport"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "DocumentationPages", "FakeableClients", "Faked", "FakedClients", "FakedExplore",
        "FakedRecording", "FakedTesting", "TestSupport", "faked-generate", "faked-tour",
      ],
      exclude: ["Tour.txt"],
      plugins: ["CompilePages"]),
    .target(name: "DocumentationPages", path: "Tests/DocumentationSupport/Pages"),
    .executableTarget(
      name: "documentation-tests", dependencies: ["DocumentationPages"],
      path: "Tests/DocumentationSupport/Tool"),
    .plugin(
      name: "CompilePages", capability: .buildTool(), dependencies: ["documentation-tests"],
      path: "Tests/DocumentationSupport/Plugin"),
    .testTarget(
      name: "FakedGenerateTests", dependencies: ["Faked", "TestSupport", "faked-generate"],
      exclude: ["Corpus"]),
    .target(name: "Shapes", path: "Tests/Shapes"),
    .testTarget(name: "GeneratedFakeTests", dependencies: ["Faked", "FakedTesting", "Shapes"]),
    .testTarget(
      name: "FakedClientsTests",
      dependencies: ["FakeableClients", "Faked", "FakedClients", "FakedRecording", "TestSupport"],
      resources: [.copy("Recordings")]),
    .testTarget(
      name: "NetworkTests",
      dependencies: [
        "FakeableClients", "FakedClients", "FakedReplay", "FakedTesting", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// By default, `swift test` excludes the slowest parts: the tests of the generator, the code in the documentation, the
// generated fakes of every shape, and most tests that start processes. `FAKED_TESTS=all` includes them. With
// `FAKED_TESTS=sanitizers`, only `Faked` and `FakedScheduler` are built, which contain all locks and almost all unsafe
// code of the runtime.
let tests = Context.environment["FAKED_TESTS"] ?? "default"
precondition(
  ["default", "all", "sanitizers"].contains(tests),
  "FAKED_TESTS is not default, all, or sanitizers.")
let slowest: Set = [
  "CompilePages", "DocumentationPages", "DocumentationTests", "FakedGenerateTests",
  "GeneratedFakeTests", "Shapes", "documentation-tests",
]
let sanitized: Set = [
  "CFaked", "Faked", "FakedScheduler", "FakedSchedulerTests", "FakedTests", "TestSupport",
]
func isExcluded(_ name: String) -> Bool {
  switch tests {
  case "all": false
  case "sanitizers": !sanitized.contains(name)
  default: slowest.contains(name)
  }
}
package.products.removeAll { isExcluded($0.name) }
package.targets.removeAll { isExcluded($0.name) }
