import { setTimeout as delay } from 'node:timers/promises'

/** The same bytes, in pieces of `bytes` at most, a pause after each: what a slow line does. */
export async function* slowly(source: AsyncIterable<Uint8Array>, bytes: number, pauseMs: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; from += bytes) {
      yield chunk.subarray(from, from + bytes)
      await delay(pauseMs)
    }
  }
}
