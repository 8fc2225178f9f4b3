/** A repeatable stream of numbers from 0 up to, not including, 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const TILE = 256

/** A seamless square of `TILE` x `TILE` noise, mean 0, standard deviation 1, smoothed over `grain` pixels each way. */
export function noiseTile(seed: number, grain: number): Float32Array {
  const random = randomOf(seed)
  const white = Float32Array.from({ length: TILE * TILE }, () => random() + random() - 1)
  const smooth = smoothAlong(smoothAlong(white, grain, 1), grain, TILE)
  const deviation = Math.sqrt(smooth.reduce((sum, value) => sum + value * value, 0) / smooth.length)
  return smooth.map((value) => value / deviation)
}

/** A running sum along one direction; `step` pixels lie between neighbours. */
function smoothAlong(source: Float32Array, grain: number, step: number): Float32Array {
  const smooth = new Float32Array(source.length)
  const across = step === 1 ? TILE : 1
  for (let line = 0; line < TILE; line++) {
    const at = (place: number) => line * across + ((place + TILE) % TILE) * step
    let sum = 0
    for (let place = -grain; place <= grain; place++) sum += source[at(place)] ?? 0
    for (let place = 0; place < TILE; place++) {
      smooth[at(place)] = sum
      sum += (source[at(place + grain + 1)] ?? 0) - (source[at(place - grain)] ?? 0)
    }
  }
  return smooth
}

/** The tile's value at a pixel, the tile moved by `shift`. */
export function noiseAt(tile: Float32Array, row: number, column: number, shift: number): number {
  return tile[((row + shift * 37) % TILE) * TILE + ((column + shift * 71) % TILE)] ?? 0
}
