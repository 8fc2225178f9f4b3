import { join } from 'node:path'
import type { Db } from '@readroom/db/client'
import { copyIn } from '@readroom/db/database-copy'
import { applyMigrations, applyMigrationsUntil, listSchemas, readSchema } from '@readroom/db/migrations'
import { asOwner } from '@readroom/db/owner'
import { countContents, type LiveLink } from '@readroom/db/queries/restore'
import { recordRestore, settleRestored } from '@readroom/domain/backups'
import { measureFile } from './files.ts'
import { archiveList, type Manifest, objectList, openTable, readManifest, tableFile, tableFolder } from './manifest.ts'
import { OperatorError } from './operator-error.ts'
import { readRegister, replayRemovals } from './removal-register.ts'
import { countForeignStudies, noteDifferences, readLastChange, restoreArchive } from './restore-archive.ts'
import { countForeignObjects, restoreObjects } from './restore-objects.ts'
import type { Stack } from './stack.ts'

type Counts = { objects: number; instances: number; differing: number; erasedAgain: number }
export type Restored = Counts & { manifest: Manifest; shareLinks: LiveLink[] }

/** `register`: a file or folder with what was erased since, beside what the storage says. */
type Asked = { backup: string; keepShareLinks: boolean; register?: string; tell: (problem: string) => void }

async function checkDatabase(db: Db): Promise<void> {
  const { accounts, studies } = await countContents(db)
  if (accounts + studies === 0) return
  throw new OperatorError(`The database is in use: it has ${accounts} accounts and ${studies} studies. Nothing was changed`)
}

/** A stack is restored into while nobody uses it. What an interrupted restore of the same backup left is no use. */
async function checkEmpty({ url, storage, orthanc }: Stack, backup: string): Promise<void> {
  await asOwner(url, checkDatabase)
  const objects = await countForeignObjects(storage, backup)
  if (objects > 0) throw new OperatorError(`The object storage is in use: it has ${objects} other objects. Nothing was changed`)
  const studies = await countForeignStudies(orthanc, backup)
  if (studies > 0) throw new OperatorError(`The archive is in use: it has ${studies} other studies. Nothing was changed`)
}

/** The database is put back as a whole or not at all; so it must be whole in the backup. */
async function checkDatabaseFiles(backup: string, { tables, objects, archive }: Manifest): Promise<void> {
  const files = [
    ...tables.map(({ name, file }) => ({ path: join(tableFolder(backup), tableFile(name)), file })),
    ...[
      { path: join(backup, objectList), file: objects.list },
      { path: join(backup, archiveList), file: archive.list },
    ],
  ]
  for (const { path, file } of files) {
    const found = await measureFile(path).catch(() => null)
    if (found?.sha256 !== file.sha256) throw new OperatorError(`${path} is ${found ? 'damaged' : 'missing'}. Nothing was changed`)
  }
}

/** Makes the schema that the rows are of; what came later is applied to them. */
async function prepareSchema({ url }: Stack, { schema }: Manifest): Promise<void> {
  if (!listSchemas().includes(schema))
    throw new OperatorError('The backup is of a newer Readroom than this one. Nothing was changed')
  const present = await asOwner(url, (_, client) => readSchema(client))
  if (present !== null && present !== schema)
    throw new OperatorError('The database has another schema than the backup: give it an empty one. Nothing was changed')
  await applyMigrationsUntil(url, schema)
}

/**
 * Puts a backup into an empty stack. The database is last and all at once, so that a stack is in use only when it is whole, and a restore that was
 * interrupted can be begun again. What was erased or anonymised since the backup is so again before anybody can look. Throws OperatorError, having
 * changed nothing, where the stack is in use.
 */
export async function restore(stack: Stack, { backup, keepShareLinks, register, tell }: Asked): Promise<Restored> {
  const manifest = await readManifest(backup)
  await checkEmpty(stack, backup)
  await checkDatabaseFiles(backup, manifest)
  const removals = await readRegister(stack.storage, register)
  await prepareSchema(stack, manifest)
  const objects = await restoreObjects(stack.storage, backup, tell)
  const instances = await restoreArchive(stack.orthanc, backup, tell)
  const lastChange = await readLastChange(stack.orthanc)
  const result: Restored = { manifest, objects, instances, differing: 0, erasedAgain: 0, shareLinks: [] }
  await copyIn(stack.url, manifest, {
    open: (table) => openTable(backup, table),
    check: checkDatabase,
    finish: async (tx) => {
      result.shareLinks = await settleRestored(tx, { lastChange, keepShareLinks })
      result.differing = await noteDifferences(tx, backup)
    },
  })
  await applyMigrations(stack.url)
  result.erasedAgain = await replayRemovals(stack, removals)
  await asOwner(stack.url, (db) =>
    db.transaction((tx) => recordRestore(tx, { backupOf: manifest.startedAt, shareLinks: result.shareLinks.length })),
  )
  return result
}
