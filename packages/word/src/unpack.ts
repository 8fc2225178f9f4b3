import { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import JSZip from 'jszip'

const megabyte = 1024 * 1024
/** The limits of an unpacked template: a file of a few kilobytes can claim to be terabytes. */
const most = { entries: 500, entryBytes: 20 * megabyte, ratio: 100, spare: megabyte } as const

/** An entry, read no further than it may go on. */
async function readEntry(entry: JSZip.JSZipObject, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The library's own streams are of a kind that cannot be read so.
  for await (const chunk of new Readable().wrap(entry.nodeStream())) {
    size += chunk.length
    if (size > limit) throw new AppError('TEMPLATE_TOO_LARGE')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

/** The parts of a Word file by their names, whatever sizes the file claims. Throws TEMPLATE_UNREADABLE, TEMPLATE_TOO_LARGE. */
export async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const unreadable = () => {
    throw new AppError('TEMPLATE_UNREADABLE')
  }
  const zip = await JSZip.loadAsync(bytes).catch(unreadable)
  const entries = Object.values(zip.files).filter(({ dir }) => !dir)
  if (entries.length > most.entries) throw new AppError('TEMPLATE_TOO_LARGE')
  let left = bytes.length * most.ratio + most.spare
  const parts = new Map<string, Buffer>()
  for (const entry of entries) {
    const part = await readEntry(entry, Math.min(left, most.entryBytes)).catch((error: unknown) => {
      throw error instanceof AppError ? error : new AppError('TEMPLATE_UNREADABLE')
    })
    left -= part.length
    parts.set(entry.name, part)
  }
  return parts
}

/** Packs the parts into a file that holds nothing else. */
export async function pack(parts: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new JSZip()
  for (const [name, part] of parts) zip.file(name, part, { createFolders: false })
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
