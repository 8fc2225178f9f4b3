import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/errors'
import type { Tx } from '@readroom/db/client'
import { type ByteRange, ObjectNotFound, type ObjectStorage, StorageDown } from '@readroom/storage/object-storage'
import type { Context } from './context.ts'

/** `open` is asked when it is this file's turn. */
type NewFile = { key: string; contentType: string; open: () => Readable | Buffer }

/** Removes a file that no row names. Where that fails, the worker's `objects.collect` finds it. */
export async function removeUnnamed(storage: ObjectStorage, key: string): Promise<void> {
  await storage.delete(key).catch(() => {})
}

export async function removeAllUnnamed(storage: ObjectStorage, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => removeUnnamed(storage, key)))
}

/** One after the other; where one fails those before it go again. */
async function storeAll(storage: ObjectStorage, files: readonly NewFile[]): Promise<void> {
  const stored: string[] = []
  for (const { key, contentType, open } of files) {
    await storage.put(key, open(), { contentType }).catch(async (error: unknown) => {
      const removed = removeAllUnnamed(storage, stored)
      // A storage that is away may not answer that either, and somebody waits.
      if (!(error instanceof StorageDown)) await removed
      throw error
    })
    stored.push(key)
  }
}

/**
 * Stores files, then does the work that names them, in a transaction. Where the work is refused the files go again; where only the answer to
 * the commit is missing they stay, as there may well be rows that name them: if there are none, `objects.collect` removes them.
 */
export async function storeWith<T>(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  files: readonly NewFile[],
  work: (tx: Tx) => Promise<T>,
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

/** Throws FILE_MISSING, naming `owner`, where storage has lost the file. */
export async function openStored(storage: ObjectStorage, owner: string, key: string, range?: ByteRange) {
  return storage.get(key, range).catch((error: unknown) => {
    throw error instanceof ObjectNotFound ? new AppError('FILE_MISSING', { owner }) : error
  })
}

/** Does what must succeed before an opened file is sent. Where it does not, the file is closed again. */
export async function beforeSending<T>(stream: Readable, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    stream.destroy()
    throw error
  }
}
