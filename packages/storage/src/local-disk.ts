import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, checkKey, ObjectNotFound, type ObjectStorage, StorageDown, type StoredObject } from './object-storage.ts'

export type LocalDiskConfig = { dir: string }

// A part of no key: keys' segments do not begin with a dot.
const INCOMING = '.incoming'
const ABANDONED_MS = 24 * 3_600_000
const missing = ['ENOENT', 'ENOTDIR', 'EISDIR']
const broken = ['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOSPC', 'EPERM', 'EROFS', ...missing]

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function translate(error: unknown): never {
  if (error instanceof ObjectNotFound || !broken.includes(codeOf(error))) throw error
  throw new StorageDown(`the file storage failed (${codeOf(error)})`, { cause: error })
}

/** Storage in a folder of this machine: objects appear whole and on the disk, or not at all. */
export function openLocalDisk({ dir }: LocalDiskConfig): ObjectStorage {
  const root = resolve(dir)
  const incoming = join(root, INCOMING)
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'))
  void removeAbandoned(incoming)

  async function write(key: string, body: Readable | Buffer): Promise<{ size: number }> {
    const path = pathOf(key)
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const temporary = join(incoming, `${unfinishedPrefix(key)}${randomUUID()}`)
    const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    try {
      await pipeline(Buffer.isBuffer(body) ? Readable.from([body], { objectMode: false }) : body, file)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await flushFolder(dirname(path))
    return { size: file.bytesWritten }
  }

  return {
    provider: 'local',

    async put(key, body) {
      return write(checkKey(key), body).catch(translate)
    },

    async get(key, range) {
      return read(pathOf(key), key, range).catch(translate)
    },

    async head(key) {
      const stats = await stat(pathOf(key)).catch((error: unknown) => (missing.includes(codeOf(error)) ? null : translate(error)))
      return stats?.isFile() ? { size: stats.size } : null
    },

    async ping() {
      await mkdir(incoming, { recursive: true }).catch(translate)
    },

    async delete(key) {
      await rm(pathOf(key), { force: true }).catch(translate)
      await removeUnfinished(incoming, key).catch(translate)
    },

    list: (folder) => listFiles(pathOf(folder), folder),
  }
}

/** A file that goes meanwhile is not listed; nor is a folder that was never made. */
async function* listFiles(path: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) =>
    missing.includes(codeOf(error)) ? [] : translate(error),
  )
  for (const entry of entries) {
    const { name } = entry
    const key = `${folder}/${name}`
    if (entry.isDirectory()) yield* listFiles(join(path, name), key)
    const stats = await stat(join(path, name)).catch(() => null)
    if (stats?.isFile()) yield { key, size: stats.size, modifiedAt: stats.mtime }
  }
}

async function read(path: string, key: string, range: ByteRange | undefined) {
  const file = await open(path).catch((error: unknown) => {
    throw missing.includes(codeOf(error)) ? new ObjectNotFound(key) : error
  })
  const stats = await file.stat()
  if (!stats.isFile()) {
    await file.close()
    throw new ObjectNotFound(key)
  }
  const start = range?.start ?? 0
  const size = Math.max(0, Math.min(range?.end ?? stats.size - 1, stats.size - 1) - start + 1)
  if (size === 0) {
    await file.close()
    return { stream: Readable.from([], { objectMode: false }), size }
  }
  return { stream: file.createReadStream({ start, end: start + size - 1, highWaterMark: 256 * 1024 }), size }
}

/** Without it a crash may lose the new name though the file's contents are safe. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

const unfinishedPrefix = (key: string) => `${createHash('sha256').update(key).digest('hex')}.`

/** Removes the leftovers of a killed process for an object. A write under way to the same object then fails. */
async function removeUnfinished(incoming: string, key: string): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    if (name.startsWith(unfinishedPrefix(key))) await rm(join(incoming, name), { force: true })
  }
}

/** Files that a killed process left half written; other processes may be writing theirs. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true }).catch(() => {})
  }
}
