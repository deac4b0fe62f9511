import Foundation

let tour = Tour(scenes: [
  .clock, .replay, .stub, .call, .inspect, .swapKeys, .hold, .wire, .strings,
  .unstubbed, .generate,
])
exit(await tour.run(Array(CommandLine.arguments.dropFirst())))
