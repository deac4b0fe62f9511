import Foundation

let tour = Tour(scenes: [.race, .fault, .clock, .replay, .fake, .keychain, .network])
exit(await tour.run(Array(CommandLine.arguments.dropFirst())))
