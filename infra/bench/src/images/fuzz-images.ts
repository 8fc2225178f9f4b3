import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createDecoder } from '@readroom/decoder/decoder'
import { Refused } from '@readroom/decoder/refused'
import type { Task } from '@readroom/decoder/tasks'
import { damagedFiles } from '@readroom/decoder/testing/damaged-files'
import { ProcessEnded } from '@readroom/process/bounded-processes'
import fc from 'fast-check'
import { z } from 'zod'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'
import { readSamples, withArchive } from './draw-images.ts'

const picture: Task = { kind: 'picture', frame: 1, type: 'image/jpeg', quality: 80, window: null, viewport: null }
/** Both ways in which an image is shown. */
const tasks: readonly Task[] = [picture, { kind: 'archive-viewer', frame: 1, form: 'jpeg80' }]
const Uploaded = z.object({ ID: z.string() })
const maxBytes = 300_000
const batch = 100
const aloneMs = 5_000

/** Sends damaged files to the archive and decodes them, and asks the archive for others meanwhile. `seed` makes other files. */
export async function benchFuzzImages([count = '5000', seed = '48']: string[]): Promise<Figure[]> {
  const whole = (await readSamples()).map(({ file }) => file).filter(({ length }) => length <= maxBytes)
  return withArchive(async (archive, ask) => {
    let hasEnded = false
    void archive.exited.then(() => {
      hasEnded = true
    })
    const decoder = createDecoder()
    const outcomes = new Map<string, number>()
    const waits: number[] = []
    const add = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

    async function decode(file: Buffer, index: number): Promise<void> {
      const stored = await ask('/instances', { method: 'POST', body: new Uint8Array(file) })
      if (!stored.ok) return add('refused by the archive')
      const { ID } = Uploaded.parse(await stored.json())
      const open = async () => {
        const { body, headers } = await ask(`/instances/${ID}/file`)
        return { stream: Readable.from(body ?? []), size: Number(headers.get('content-length')) }
      }
      await decoder.decode(open, tasks[index % tasks.length] ?? picture).then(
        () => add('drawn'),
        (error: unknown) => {
          if (error instanceof Refused) add('refused by the decoder')
          else if (error instanceof ProcessEnded) add(error.message)
          else throw error
        },
      )
      // Another file may have the same UIDs.
      await ask(`/instances/${ID}`, { method: 'DELETE' })
    }

    /** Asks the archive again and again, and notes how long each answer takes. */
    const askOften = (times: number[]) =>
      setInterval(() => {
        const before = performance.now()
        void ask('/system').then(() => times.push(performance.now() - before))
      }, 50)

    const alone: number[] = []
    const askingAlone = askOften(alone)
    await delay(aloneMs)
    clearInterval(askingAlone)
    for (let from = 0; from < Number(count); from += batch) {
      const numRuns = Math.min(batch, Number(count) - from)
      const files = fc.sample(damagedFiles(whole), { numRuns, seed: Number(seed) + from })
      const asking = askOften(waits)
      for (let at = 0; at < files.length; at += 2)
        await Promise.all(files.slice(at, at + 2).map((file, index) => decode(file, index)))
      clearInterval(asking)
    }
    decoder.close()
    for (const [outcome, times] of outcomes) process.stdout.write(`     ${times} ${outcome}\n`)
    process.stdout.write(`     ${quantile(alone, 0.99).toFixed(0)} ms: p99 of the same answers without any image\n`)
    return [
      { name: 'times that the archive ended', value: hasEnded ? 1 : 0, unit: '', limit: 0 },
      { name: "the archive's other answers, p99", value: quantile(waits, 0.99), unit: ' ms', limit: 250 },
    ]
  })
}
