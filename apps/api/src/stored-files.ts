import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/errors'
import type { Tx } from '@readroom/db/client'
import { type ByteRange, ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import type { Context } from './context.ts'

type NewFile = { key: string; bytes: Buffer; contentType: string }

/** Removes a file that no row names. Where that fails, the worker's `objects.collect` finds it. */
export async function removeUnnamed(storage: ObjectStorage, key: string): Promise<void> {
  await storage.delete(key).catch(() => {})
}

/**
 * Stores a file, then does the work that names it, in a transaction. Where the work is refused the file goes again; where only the answer to
 * the commit is missing it stays, as there may well be a row that names it: if there is none, `objects.collect` removes it.
 */
export async function storeWith<T>(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { key, bytes, contentType }: NewFile,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await storage.put(key, bytes, { contentType })
  let isCommitting = false
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      isCommitting = true
      return result
    })
  } catch (error) {
    if (!isCommitting) await removeUnnamed(storage, key)
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
