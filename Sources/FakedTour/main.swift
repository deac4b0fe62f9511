let cast = Cast()
let scenes: [Scene] = [
  .write, .stub, .call, .count, .look, .injectErrors, .swapKeys, .hold, .wire, .replay, .strings,
  .unstubbed, .generate, .tearDown,
]
await Tour(scenes: scenes).play(with: cast)
