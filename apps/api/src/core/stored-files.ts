import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import type { Begun } from '@readroom/db/core/locks'
import { type ByteRange, ObjectNotFound, type ObjectStorage, StorageDown } from '@readroom/storage/object-storage'
import type { Context } from './context.ts'

/** `open` is called when the file's turn comes. */
type NewFile = { key: string; contentType: string; open: () => Readable | Buffer }

/** Removes a file that no row names. If that fails, the worker's `objects.collect` removes it later. */
export async function removeUnnamed(storage: ObjectStorage, key: string): Promise<void> {
  await storage.delete(key).catch(() => {})
}

export async function removeAllUnnamed(storage: ObjectStorage, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => removeUnnamed(storage, key)))
}

/** Stores files one after the other. If one fails, removes those before it. */
async function storeAll(storage: ObjectStorage, files: readonly NewFile[]): Promise<void> {
  const stored: string[] = []
  for (const { key, contentType, open } of files) {
    await storage.put(key, open(), { contentType }).catch(async (error: unknown) => {
      const removed = removeAllUnnamed(storage, stored)
      // A storage that is down may not answer this either, and a user is waiting.
      if (!(error instanceof StorageDown)) await removed
      throw error
    })
    stored.push(key)
  }
}

/**
 * Stores files, then runs the work that names them in a transaction. If the work is refused, removes the files. If only the answer to the commit
 * is missing, keeps them, because rows may name them. If none do, `objects.collect` removes them.
 */
export async function storeWith<T>(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  files: readonly NewFile[],
  work: (tx: Begun) => Promise<T>,
): Promise<T> {
  await storeAll(storage, files)
  let isCommitting = false
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      isCommitting = true
      return result
    })
  } catch (error) {
    if (!isCommitting)
      await removeAllUnnamed(
        storage,
        files.map(({ key }) => key),
      )
    throw error
  }
}

/** Opens a stored file. Throws FILE_MISSING, naming `owner`, if the storage has lost it. */
export async function openStored(storage: ObjectStorage, owner: string, key: string, range?: ByteRange) {
  return storage.get(key, range).catch((error: unknown) => {
    throw error instanceof ObjectNotFound ? new AppError('FILE_MISSING', { owner }) : error
  })
}

/** Does work that must succeed before an opened file is sent. If it fails, closes the file. */
export async function beforeSending<T>(stream: Readable, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    stream.destroy()
    throw error
  }
}
