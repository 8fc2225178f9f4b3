import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'

/** A file of an export. `open` returns null if it is not there, or cannot be read. */
export type ExportFile = { path: string; open: () => Promise<Readable | Buffer | null> }
type Options = { total: number; onProgress: (done: number, total: number) => void; signal: AbortSignal }
type Result = { bytes: number; files: number; missing: number }

const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Writes a ZIP of files, stored and not deflated, with `manifest.txt` at its end: path, size and SHA-256 of each, and by name those that could
 * not be read. Throws what breaks off midway; `output` is then destroyed.
 */
export async function writeExportZip(
  files: AsyncIterable<ExportFile>,
  missing: readonly string[],
  output: Writable,
  { total, onProgress, signal }: Options,
): Promise<Result> {
  const archive = new ZipArchive({ store: true })
  const lost = [...missing]
  const lines: string[] = []
  let done = 0
  const fill = async () => {
    for await (const { path, open } of files) {
      const content = await open()
      if (content === null) lost.push(path)
      else lines.push(await append(archive, path, content, signal))
      done += 1
      onProgress(done, Math.max(done, total))
      while (archive.readableLength > MAX_WAITING_BYTES && output.writableNeedDrain) await once(output, 'drain', { signal })
    }
    await append(archive, 'manifest.txt', Buffer.from(manifestOf(lines, lost)), signal)
    await archive.finalize()
  }
  const filling = fill().catch((error: Error) => {
    archive.destroy(error)
    throw error
  })
  const [filled, piped] = await Promise.allSettled([filling, pipeline(archive, output, { signal })])
  if (filled.status === 'rejected') throw filled.reason
  if (piped.status === 'rejected') throw piped.reason
  return { bytes: archive.pointer(), files: lines.length, missing: lost.length }
}

async function append(archive: ZipArchive, name: string, content: Readable | Buffer, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  async function* tallied(): AsyncGenerator<Buffer> {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const appended = once(archive, 'entry', { signal })
  archive.append(Readable.from(tallied(), { objectMode: false }), { name })
  await appended
  return [name, size, hash.digest('hex')].join('\t')
}

function manifestOf(lines: readonly string[], lost: readonly string[]): string {
  const head = ['All data that Readroom keeps about one person.', '', 'Path\tBytes\tSHA-256']
  const tail =
    lost.length === 0 ? ['', 'Nothing is missing.'] : ['', `${lost.length} files could not be read and are missing:`, ...lost]
  return `${[...head, ...lines, ...tail].join('\r\n')}\r\n`
}
