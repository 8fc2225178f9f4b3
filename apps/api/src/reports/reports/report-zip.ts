import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'

/** `open` is called when the file's turn comes. */
type ZippedFile = { name: string; open: () => Promise<Readable> }

/** Limit for packed bytes that the reader has not taken yet. The current file comes on top. */
const MAX_WAITING_BYTES = 1024 * 1024

async function* pack(files: readonly ZippedFile[]): AsyncGenerator<Buffer> {
  const archive = new ZipArchive({ store: true })
  const taken = new EventEmitter()
  const ended = new AbortController()
  const { signal } = ended
  async function add({ name, open }: ZippedFile): Promise<void> {
    // The archive itself applies no back-pressure.
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
 * Streams a ZIP. Its files are read one after the other, as fast as the ZIP is consumed. If a file cannot be read, the ZIP breaks off and does not
 * open as complete. Destroying the stream stops the reading.
 */
export function createZip(files: readonly ZippedFile[]): Readable {
  return Readable.from(pack(files), { objectMode: false })
}
