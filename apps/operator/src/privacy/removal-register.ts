import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RegisteredRemoval, registerFolder } from '@readroom/contracts/privacy/privacy'
import type { Db } from '@readroom/db/core/client'
import { asOwner } from '@readroom/db/core/owner'
import { listUnknownActions } from '@readroom/db/privacy/privacy'
import { replayRemoval } from '@readroom/domain/privacy/privacy-register'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { OperatorError } from '../core/operator-error.ts'
import type { Stack } from '../core/stack.ts'

/** Parses a register. Throws OperatorError if a line is no entry. */
function readEntries(content: string, where: string): RegisteredRemoval[] {
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      try {
        return RegisteredRemoval.parse(JSON.parse(line))
      } catch {
        throw new OperatorError(`${where} is not a register of erasures. Nothing was changed`)
      }
    })
}

/** Lists the register files that an operator kept: one file, or all `.json` and `.jsonl` files of a folder. */
async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new OperatorError(`${path} does not exist. Nothing was changed`)
  if (!found.isDirectory()) return [path]
  return (await readdir(path)).filter((name) => /\.jsonl?$/.test(name)).map((name) => join(path, name))
}

/** Reads the registers of the storage and of a file or folder, in the order of the requests. Throws OperatorError. */
export async function readRegister(storage: ObjectStorage, path: string | undefined): Promise<RegisteredRemoval[]> {
  const entries = new Map<string, RegisteredRemoval>()
  const add = (content: string, where: string) => {
    for (const entry of readEntries(content, where)) entries.set(entry.id, entry)
  }
  for await (const { key } of storage.list(registerFolder)) add(await text((await storage.get(key)).stream), key)
  if (path !== undefined) for (const file of await listFiles(path)) add(await readFile(file, 'utf8'), file)
  return [...entries.values()].toSorted((a, b) => a.requestedAt.localeCompare(b.requestedAt) || a.id.localeCompare(b.id))
}

async function unknownOf(db: Db, entries: readonly RegisteredRemoval[]): Promise<RegisteredRemoval[]> {
  const unknown = await listUnknownActions(
    db,
    entries.map(({ id }) => id),
  )
  return entries.filter(({ id }) => unknown.has(id))
}

/** Repeats the removals that the database does not know, each in its own transaction, so that it can be run again. Returns their number. */
export async function replayRemovals({ url }: Stack, entries: readonly RegisteredRemoval[]): Promise<number> {
  return asOwner(url, async (db) => {
    let count = 0
    for (const entry of await unknownOf(db, entries))
      if ((await db.transaction((tx) => replayRemoval(tx, entry))) !== null) count += 1
    return count
  })
}

/** Reports removals in the storage's register that the database does not know. Returns the number of entries. */
export async function verifyRemovals(db: Db, storage: ObjectStorage, tell: (difference: string) => void): Promise<number> {
  const entries = await readRegister(storage, undefined)
  for (const { id, kind, requestedAt } of await unknownOf(db, entries))
    tell(`${kind} ${id} of ${requestedAt} was not repeated after a restore. Run readroom erase-again`)
  return entries.length
}
