let cast = Cast()
let scenes: [Scene] = [
  .write, .generate, .stub, .call, .count, .look, .injectErrors, .swapKeys, .wire, .unstubbed,
  .tearDown,
]
await Tour(scenes: scenes).play(with: cast)
