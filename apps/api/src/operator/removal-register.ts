import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RegisteredRemoval, registerFolder } from '@readroom/contracts/privacy'
import type { Db } from '@readroom/db/client'
import { asOwner } from '@readroom/db/owner'
import { listUnknownActions } from '@readroom/db/queries/privacy'
import { replayRemoval } from '@readroom/domain/privacy-register'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { OperatorError } from './operator-error.ts'
import type { Stack } from './stack.ts'

/** Throws OperatorError where a line is none of the register. */
function readEntries(content: string, where: string): RegisteredRemoval[] {
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      try {
        return RegisteredRemoval.parse(JSON.parse(line))
      } catch {
        throw new OperatorError(`${where} is no register of erasures. Nothing was changed`)
      }
    })
}

/** The files of the register that an operator kept: one, or all `.json` and `.jsonl` of a folder. */
async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new OperatorError(`There is no ${path}. Nothing was changed`)
  if (!found.isDirectory()) return [path]
  return (await readdir(path)).filter((name) => /\.jsonl?$/.test(name)).map((name) => join(path, name))
}

/** What the register of the storage says, and that of a file or folder beside it, in the order in which it was done. Throws OperatorError. */
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

/** Does again what the register says and the database does not know: each in a transaction of its own, so that it can be begun again. Answers how many. */
export async function replayRemovals({ url }: Stack, entries: readonly RegisteredRemoval[]): Promise<number> {
  return asOwner(url, async (db) => {
    let count = 0
    for (const entry of await unknownOf(db, entries))
      if ((await db.transaction((tx) => replayRemoval(tx, entry))) !== null) count += 1
    return count
  })
}

/** Tells what the storage's register says was removed and the database does not know. Answers how many entries there are. */
export async function verifyRemovals(db: Db, storage: ObjectStorage, tell: (difference: string) => void): Promise<number> {
  const entries = await readRegister(storage, undefined)
  for (const { id, kind, requestedAt } of await unknownOf(db, entries))
    tell(`${kind} ${id} of ${requestedAt} was not done again after a restore: readroom erase-again does it`)
  return entries.length
}
