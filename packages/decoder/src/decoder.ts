import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createProcesses, type Tell } from '@readroom/process/bounded-processes'
import { Refused } from './refused.ts'
import { FromChild, type Result, type Task, type ToChild } from './tasks.ts'

/** The program beside this one, built or not. */
const path = fileURLToPath(new URL(`./decode-child${extname(import.meta.url)}`, import.meta.url))

/** Larger files are not read: a process holds the whole file. */
const maxFileBytes = 512 * 1024 * 1024
/** After this many images another process takes the place of one. */
const mostPerProcess = 200
/** The bytes of a file that are decoded in a second at least. */
const bytesPerSecond = 2_000_000
const longestMs = 60_000

/** A DICOM file as the archive stores it. */
export type StoredFile = { stream: Readable; size: number | null }

export type DecoderLimits = {
  processes: number
  /** Memory of each process. Node and sharp reserve some 850 MB of it, and use a tenth of that. */
  memoryKilobytes: number
  /** The time for the smallest image. */
  patienceMs: number
}

const defaults: DecoderLimits = { processes: 3, memoryKilobytes: 2_500_000, patienceMs: 5_000 }

export type Decoder = {
  /**
   * Decodes an image in a process of its own. `open` is called when one is free. Throws Refused, ProcessEnded, and what `open` and its stream throw.
   */
  decode: (open: () => Promise<StoredFile>, task: Task) => Promise<Result>
  /** Ends the processes. */
  close: () => void
}

async function send(tell: Tell, { stream, size }: StoredFile, task: Task): Promise<number> {
  const say = (message: ToChild) => tell(message)
  try {
    if (size === null || size > maxFileBytes) throw new Refused({ code: 'too-large' })
    await say({ kind: 'begin', size })
    for await (const bytes of stream) await say({ kind: 'piece', bytes })
    await say({ kind: 'end', task })
    return size
  } finally {
    stream.destroy()
  }
}

/**
 * Decodes images in processes of their own. Each has a limit of memory, and of time for every image. Give them back with `close`.
 */
export function createDecoder(given: Partial<DecoderLimits> = {}): Decoder {
  const { processes, memoryKilobytes, patienceMs } = { ...defaults, ...given }
  const program = { path, processes, memoryKilobytes, mostPerProcess }
  const children = createProcesses({ ...program, answer: FromChild, isSpent: ({ isSpent }) => isSpent })
  const timeFor = (bytes: number) => Math.min(longestMs, patienceMs + (bytes / bytesPerSecond) * 1_000)
  return {
    async decode(open, task) {
      const { outcome } = await children.run(async (tell) => ({ ms: timeFor(await send(tell, await open(), task)) }))
      if ('refusal' in outcome) throw new Refused(outcome.refusal)
      return outcome.result
    },
    close: children.close,
  }
}
