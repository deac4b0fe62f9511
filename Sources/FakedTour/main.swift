let cast = Cast()
let scenes: [Scene] = [
  .write, .generate, .teach, .call, .count, .look, .injectErrors, .swapKeys, .wire, .untaught,
  .tearDown,
]
await Tour(scenes: scenes).play(with: cast)
