import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'

/** `open` is asked when it is this file's turn. */
type ZippedFile = { name: string; open: () => Promise<Readable> }

/** Packed and not yet taken, at most; a file in hand comes on top. */
const MAX_WAITING_BYTES = 1024 * 1024

async function* pack(files: readonly ZippedFile[]): AsyncGenerator<Buffer> {
  const archive = new ZipArchive({ store: true })
  const taken = new EventEmitter()
  const ended = new AbortController()
  const { signal } = ended
  async function add({ name, open }: ZippedFile): Promise<void> {
    // The archive takes whatever it is given, however slow its reader.
    while (archive.readableLength > MAX_WAITING_BYTES) await once(taken, 'taken', { signal })
    const stream = await open()
    stream.on('error', (error) => archive.destroy(error))
    try {
      const written = once(archive, 'entry', { signal })
      archive.append(stream, { name })
      await written
    } finally {
      stream.destroy()
    }
  }
  async function addAll(): Promise<void> {
    for (const file of files) await add(file)
    await archive.finalize()
  }
  addAll().catch((error: Error) => archive.destroy(error))
  try {
    for await (const chunk of archive) {
      yield chunk
      taken.emit('taken')
    }
  } finally {
    ended.abort()
  }
}

/**
 * A ZIP as it is made, its files one after the other, as fast as it is taken. It breaks off, and is never taken for complete, where one cannot be
 * read; destroying the stream ends the reading.
 */
export function createZip(files: readonly ZippedFile[]): Readable {
  return Readable.from(pack(files), { objectMode: false })
}
