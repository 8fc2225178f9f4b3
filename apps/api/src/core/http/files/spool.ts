import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StorageDown } from '@readroom/storage/object-storage'
import { watchText } from '../../file-content.ts'

/** A received file on disk. */
export type SpooledFile = {
  size: number
  /** In hexadecimal. */
  sha256: string
  isText: boolean
  /** Returns its first bytes. */
  head(bytes: number): Promise<Buffer>
  read(): Readable
}

/** Opens a file without a name. The system reclaims it with its handle, even if the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'readroom-upload-'))
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reports a full or missing folder for temporary files as our outage, not as the sender's mistake. */
function translate(error: unknown): never {
  throw new StorageDown('what is uploaded could not be kept for the moment', { cause: error })
}

/** Reads a file from its beginning. The handle's own stream would close the handle when destroyed. */
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

/** Keeps files on disk until `close`. */
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
