import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Decoder } from '@readroom/decoder/decoder'
import type { Task } from '@readroom/decoder/tasks'

/** A DICOM file with four grey pixels, without its preamble (PS3.10 section 7.1). */
const content =
  'AgAAAFVMBACOAAAAAgABAE9CAAACAAAAAAECAAIAVUkaADEuMi44NDAuMTAwMDguNS4xLjQuMS4xLjcAAgADAFVJLAAyLjI1LjIwNTUxMDUwMj' +
  'c0ODAxODA5NTkzNzk3NDAwODM1MjI1NjYwNDcxOAIAEABVSRQAMS4yLjg0MC4xMDAwOC4xLjIuMQACABIAVUkGADIuMjUuMQgAFgBVSRoAMS4y' +
  'Ljg0MC4xMDAwOC41LjEuNC4xLjEuNwAIABgAVUksADIuMjUuMjA1NTEwNTAyNzQ4MDE4MDk1OTM3OTc0MDA4MzUyMjU2NjA0NzE4CABgAENTAg' +
  'BPVBAAEABQTgoAUGl4ZWxzXk9kZBAAIABMTwYAUElYRUxTIAANAFVJLAAyLjI1LjEzODMxNzYyMjk0OTIyMjEwMzUzODUxMzQ0MzA2NTY3MDA2' +
  'NzY5OCAADgBVSSwAMi4yNS4xOTE2ODA3OTE3MDEyNDM5Njk5NTUwNjAxODU4NTExMDI1ODEwOTgoAAIAVVMCAAEAKAAEAENTDABNT05PQ0hST0' +
  '1FMiAoABAAVVMCAAIAKAARAFVTAgACACgAAAFVUwIACAAoAAEBVVMCAAgAKAACAVVTAgAHACgAAwFVUwIAAADgfxAAT1cAAAQAAAAAM2b/'
const knownImage = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(content, 'base64')])
const knownValues = [0, 51, 102, 255]
const task: Task = { kind: 'pixels', frame: 1 }

/** The state is asked more often than it changes. */
const keepMs = 5_000
/** The longest that images before it can take. */
const patienceMs = 70_000
/** The first answer is waited for so long, and no later one. */
const firstMs = 1_500

/**
 * Returns a function that says whether the decoder decodes an image that we know. It answers with what the last image came to, and has another one
 * decoded if that was a while ago.
 */
export function createDecoderProbe(decoder: Pick<Decoder, 'decode'>): () => Promise<'up' | 'down'> {
  let state: 'up' | 'down' = 'up'
  let endedAt = Number.NEGATIVE_INFINITY
  let running: { since: number; ended: Promise<void> } | null = null

  async function decode(): Promise<void> {
    const open = async () => ({ stream: Readable.from([knownImage]), size: knownImage.length })
    const values = await decoder.decode(open, task).then(
      (result) => (result.kind === 'pixels' ? [...result.values] : []),
      () => [],
    )
    state = values.join() === knownValues.join() ? 'up' : 'down'
    endedAt = performance.now()
    running = null
  }

  return async () => {
    const isFirst = endedAt === Number.NEGATIVE_INFINITY
    if (performance.now() - endedAt > keepMs) running ??= { since: performance.now(), ended: decode() }
    if (isFirst && running) await Promise.race([running.ended, delay(firstMs, null, { ref: false })])
    return running && performance.now() - running.since > patienceMs ? 'down' : state
  }
}
