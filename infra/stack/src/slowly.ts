import { setTimeout as delay } from 'node:timers/promises'

/** Yields the same bytes as a slow line does: in pieces of `bytes` at most, with a pause after each. */
export async function* slowly(source: AsyncIterable<Uint8Array>, bytes: number, pauseMs: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; from += bytes) {
      yield chunk.subarray(from, from + bytes)
      await delay(pauseMs)
    }
  }
}
