import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogPosition, RefusedImage } from '@readroom/db/studies/refusals'
import { z } from 'zod'

/** Written by infra/docker/refuse-when-full.lua; the second is the one before. */
const names = ['refused-objects.log', 'refused-objects.log.1']
const CHUNK_BYTES = 128 * 1024
const NAME_BYTES = 100
const LAST_SECOND = 253_402_300_799

type LogFile = { handle: FileHandle; name: string }

/** The refusals that were read, the position to continue at, and the number of lines that were not understood. */
export type Reading = { images: RefusedImage[]; to: LogPosition; strange: number }

const Printable = z
  .string()
  .max(128)
  .regex(/^[\x20-\x7e]*$/)
const Line = z
  .tuple([z.coerce.number().int().min(0).max(LAST_SECOND), Printable.min(1), Printable, Printable.min(1), Printable.min(1)])
  .transform(([seconds, reason, callingAeTitle, studyInstanceUid, sopInstanceUid]) => ({
    at: new Date(seconds * 1000),
    reason,
    callingAeTitle,
    studyInstanceUid,
    sopInstanceUid,
  }))

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
  return buffer.subarray(0, bytesRead)
}

async function openIfThere(path: string): Promise<LogFile[]> {
  const handle = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return []
  const start = await readAt(handle, 0, NAME_BYTES)
  return [{ handle, name: start.subarray(0, Math.max(0, start.indexOf('\n'))).toString('latin1') }]
}

/** The older one first. The present one is opened first: if it becomes the older meanwhile, it is there twice, and none is missed. */
async function openFiles(dir: string): Promise<LogFile[]> {
  const files: LogFile[] = []
  for (const name of names) files.unshift(...(await openIfThere(join(dir, name))))
  return files
}

function understand(lines: string[]) {
  const parsed = lines.map((line) => Line.safeParse(line.split('\t')))
  const images = parsed.flatMap(({ data }) => (data ? [data] : []))
  return { images, strange: lines.length - images.length }
}

/** Whole lines alone, as more may still be written; of what is no line at all, so much as was read. */
async function readLines({ handle, name }: LogFile, position: number): Promise<Reading | null> {
  const chunk = await readAt(handle, position, CHUNK_BYTES)
  const whole = chunk.lastIndexOf('\n') + 1 || (chunk.length === CHUNK_BYTES ? CHUNK_BYTES : 0)
  if (whole === 0) return null
  const lines = chunk.subarray(0, whole).toString('latin1').split('\n')
  const told = lines.filter((line, index) => line !== '' && (position > 0 || index > 0))
  return { ...understand(told), to: { file: name, position: position + whole } }
}

/**
 * Reads on in what the archive has refused; null if there is nothing new. A position in a file that is gone: from the beginning of what is
 * there.
 */
export async function readRefusals(dir: string, from: LogPosition | null): Promise<Reading | null> {
  const files = await openFiles(dir)
  try {
    const known = files.findIndex(({ name }) => name === from?.file)
    for (const [index, file] of files.entries()) {
      if (index < known) continue
      const reading = await readLines(file, index === known && from ? from.position : 0)
      if (reading) return reading
    }
    return null
  } finally {
    await Promise.all(files.map(({ handle }) => handle.close()))
  }
}
