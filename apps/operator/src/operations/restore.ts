import { join } from 'node:path'
import type { Db } from '@readroom/db/core/client'
import { asOwner } from '@readroom/db/core/owner'
import { copyIn } from '@readroom/db/migration/database-copy'
import { applyMigrations, applyMigrationsUntil, listSchemas, readSchema } from '@readroom/db/migration/migrations'
import { countContents, forgetFiles, type LiveLink } from '@readroom/db/operations/restore'
import { recordRestore, settleRestored } from '@readroom/domain/operations/backups'
import { OperatorError } from '../core/operator-error.ts'
import type { Stack } from '../core/stack.ts'
import { readRegister, replayRemovals } from '../privacy/removal-register.ts'
import { measureFile } from './files.ts'
import { archiveList, type Manifest, objectList, openTable, readManifest, tableFile, tableFolder } from './manifest.ts'
import { countForeignStudies, noteDifferences, readLastChange, restoreArchive } from './restore-archive.ts'
import { countForeignObjects, restoreObjects } from './restore-objects.ts'

type Counts = { objects: number; instances: number; differing: number; erasedAgain: number }
export type Restored = Counts & { manifest: Manifest; shareLinks: LiveLink[] }

/** `register` is a file or folder with later erasures, in addition to the storage's register. */
type Asked = { backup: string; keepShareLinks: boolean; register?: string; tell: (problem: string) => void }

async function checkDatabase(db: Db): Promise<void> {
  const { accounts, studies } = await countContents(db)
  if (accounts + studies === 0) return
  throw new OperatorError(`The database is in use: it has ${accounts} accounts and ${studies} studies. Nothing was changed`)
}

/** Checks that the stack is not in use. Remains of an interrupted restore of the same backup do not count. */
async function checkEmpty({ url, storage, orthanc }: Stack, backup: string): Promise<void> {
  await asOwner(url, checkDatabase)
  const objects = await countForeignObjects(storage, backup)
  if (objects > 0) throw new OperatorError(`The object storage is in use: it has ${objects} other objects. Nothing was changed`)
  const studies = await countForeignStudies(orthanc, backup)
  if (studies > 0) throw new OperatorError(`The image archive is in use: it has ${studies} other studies. Nothing was changed`)
}

/** Checks that the database files of the backup are whole, because the database is restored completely or not at all. */
async function checkDatabaseFiles(backup: string, { tables, objects, archive }: Manifest): Promise<void> {
  const files = [
    ...tables.map(({ name, file }) => ({ path: join(tableFolder(backup), tableFile(name)), file })),
    { path: join(backup, objectList), file: objects.list },
    { path: join(backup, archiveList), file: archive.list },
  ]
  for (const { path, file } of files) {
    const found = await measureFile(path).catch(() => null)
    if (found?.sha256 !== file.sha256) throw new OperatorError(`${path} is ${found ? 'damaged' : 'missing'}. Nothing was changed`)
  }
}

/** Makes the schema of the backup's rows. Later migrations are applied to them afterwards. */
async function prepareSchema({ url }: Stack, { schema }: Manifest): Promise<void> {
  if (!listSchemas().includes(schema))
    throw new OperatorError('The backup comes from a newer version of Readroom. Nothing was changed')
  const present = await asOwner(url, (_, client) => readSchema(client))
  if (present !== null && present !== schema)
    throw new OperatorError('The database schema differs from the backup. Use an empty database. Nothing was changed')
  await applyMigrationsUntil(url, schema)
}

/**
 * Restores a backup into an empty stack. The database comes last and in one transaction: a stack is in use only once it is whole, and an
 * interrupted restore can be repeated. Later erasures and anonymisations are repeated before anyone can sign in. Throws OperatorError, and
 * changes nothing, if the stack is in use.
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
  await asOwner(stack.url, (db) => db.transaction(forgetFiles))
  result.erasedAgain = await replayRemovals(stack, removals)
  await asOwner(stack.url, (db) =>
    db.transaction((tx) => recordRestore(tx, { backupOf: manifest.startedAt, shareLinks: result.shareLinks.length })),
  )
  return result
}
