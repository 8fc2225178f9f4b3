import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StorageDown } from '@readroom/storage/object-storage'
import { watchText } from '../file-content.ts'

/** What arrived of a file, on the disk. */
export type SpooledFile = {
  size: number
  /** In hexadecimal. */
  sha256: string
  isText: boolean
  /** Its first bytes. */
  head(bytes: number): Promise<Buffer>
  read(): Readable
}

/** A file that has no name any more: the system takes it back with its handle, also where the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'readroom-upload-'))
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A folder for temporary files that is full or not there is an outage of ours, not the sender's mistake. */
function translate(error: unknown): never {
  throw new StorageDown('what is uploaded could not be kept for the moment', { cause: error })
}

/** From its beginning. A stream of the handle's own would close it when it is destroyed. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(64 * 1024), { position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function write(handle: FileHandle, source: Readable): Promise<SpooledFile> {
  const [hash, text] = [createHash('sha256'), watchText()]
  let size = 0
  for await (const chunk of source) {
    hash.update(chunk)
    text.add(chunk)
    size += chunk.length
    await handle.writeFile(chunk).catch(translate)
  }
  return {
    size,
    sha256: hash.digest('hex'),
    isText: text.end(),
    async head(bytes) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(bytes, size)), { position: 0 })
      return buffer.subarray(0, bytesRead)
    },
    read: () => Readable.from(chunksOf(handle), { objectMode: false }),
  }
}

/** Files that are kept for the moment, until `close`. */
export function openSpool() {
  const handles: FileHandle[] = []
  return {
    async add(source: Readable): Promise<SpooledFile> {
      const handle = await openNameless().catch(translate)
      handles.push(handle)
      return write(handle, source)
    },
    async close(): Promise<void> {
      for (const handle of handles) await handle.close()
    },
  }
}

export type Spool = ReturnType<typeof openSpool>
