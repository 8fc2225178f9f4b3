import { Readable } from 'node:stream'
import type { Orthanc } from './client.ts'
import { OrthancBadAnswer, OrthancDown } from './errors.ts'
import type { ZipEntry } from './study-zip-names.ts'

/** A file in memory, or as it arrives if it is too large for that. */
export type ReadEntry = ZipEntry & { content: Buffer | Readable }

const MAX_AHEAD = 6
const MAX_AHEAD_BYTES = 8 * 1024 * 1024

type Read = { size: number; entry: Promise<ReadEntry> }

/**
 * Reads the files in order, a few ahead of their use. Larger ones than may be read ahead come as streams, alone.
 * Throws if any file cannot be read whole. Ending the iteration early leaves reads to `signal`.
 */
export async function* readAhead(orthanc: Orthanc, entries: ZipEntry[], signal: AbortSignal): AsyncGenerator<ReadEntry> {
  const ahead: Read[] = []
  let next = 0
  let held = 0
  const startMore = () => {
    for (let entry = entries[next]; entry && ahead.length < MAX_AHEAD; entry = entries[next]) {
      const size = entry.instance.fileSize ?? MAX_AHEAD_BYTES
      if (ahead.length > 0 && held + size > MAX_AHEAD_BYTES) return
      const read = { size, entry: readEntry(orthanc, entry, signal) }
      // Its failure is met in turn.
      read.entry.catch(() => {})
      ahead.push(read)
      held += size
      next += 1
    }
  }
  for (startMore(); ; startMore()) {
    const read = ahead.shift()
    if (!read) return
    yield await read.entry
    held -= read.size
  }
}

async function readEntry(orthanc: Orthanc, entry: ZipEntry, signal: AbortSignal): Promise<ReadEntry> {
  const { id, fileSize } = entry.instance
  const { stream, size } = await orthanc.openInstanceFile(id, signal)
  const expected = fileSize ?? size
  const whole = Readable.from(checked(stream, id, expected, signal), { objectMode: false })
  if (expected === null || expected > MAX_AHEAD_BYTES) return { ...entry, content: whole }
  const content = Buffer.allocUnsafe(expected)
  let at = 0
  for await (const chunk of whole) at += chunk.copy(content, at)
  return { ...entry, content }
}

/** Fails if the archive stops midway or sends another number of bytes than it said. */
async function* checked(stream: Readable, id: string, expected: number | null, signal: AbortSignal): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (expected !== null && size > expected) break
      yield chunk
    }
  } catch (error) {
    throw signal.aborted ? error : new OrthancDown(`/instances/${id}/file`, null, error)
  }
  if (expected !== null && size !== expected) throw new OrthancBadAnswer(`/instances/${id}/file: not ${expected} bytes`)
}
