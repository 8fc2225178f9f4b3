import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { advisoryLocks } from '@readroom/db/advisory-locks'
import { copyOut } from '@readroom/db/database-copy'
import { withAdvisoryLock } from '@readroom/db/with-advisory-lock'
import { recordBackup } from '@readroom/domain/backups'
import { backUpArchive } from './back-up-archive.ts'
import { backUpObjects, namedList, noteNamedFiles } from './back-up-objects.ts'
import { makeBackupFolder, removeOldBackups } from './backup-folder.ts'
import { type Written, writeWhole } from './files.ts'
import { type Manifest, tableFile, tableFolder, writeManifest } from './manifest.ts'
import { OperatorError } from './operator-error.ts'
import type { Stack } from './stack.ts'

/** `keep`: how many whole backups stay, null for all. `tell` hears of what could not be read. */
type Asked = { dir: string; keep: number | null; tell: (problem: string) => void }
export type BackupMade = { path: string; manifest: Manifest; removed: number }

async function backUpDatabase({ url }: Stack, backup: string) {
  const files = new Map<string, Written>()
  const { schema, tables, sequences } = await copyOut(url, {
    write: async (table, rows) => {
      files.set(table, await writeWhole(tableFolder(backup), () => tableFile(table), rows, createGzip()))
    },
    look: (db) => noteNamedFiles(db, backup),
  })
  const withFiles = tables.flatMap((table) => {
    const file = files.get(table.name)
    return file ? [{ ...table, file }] : []
  })
  return { schema, tables: withFiles, sequences }
}

const bytesOf = ({ tables, objects, archive }: Manifest) =>
  tables.reduce((sum, { file }) => sum + file.size, 0) + objects.bytes + archive.bytes

async function record({ db }: Stack, manifest: Manifest): Promise<void> {
  const { objects, archive } = manifest
  await db.transaction((tx) =>
    recordBackup(tx, {
      ...{ startedAt: new Date(manifest.startedAt), objects: objects.count, studies: archive.studies },
      ...{ instances: archive.instances, sizeBytes: bytesOf(manifest), unreadable: objects.unreadable + archive.unreadable },
    }),
  )
}

/** What went wrong. Messages of others may hold values. */
function describe(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** Has a failure of the work noted, where that is possible. */
async function noting<T>({ db }: Stack, startedAt: Date, work: (startedAt: Date) => Promise<T>): Promise<T> {
  return work(startedAt).catch(async (error: unknown) => {
    await db.transaction((tx) => recordBackup(tx, { startedAt, failure: describe(error) })).catch(() => {})
    throw error
  })
}

async function copyAll(stack: Stack, startedAt: Date, { dir, keep, tell }: Asked): Promise<BackupMade> {
  const { path, earlier } = await makeBackupFolder(dir, startedAt)
  const place = { backup: path, earlier, tell }
  const database = await backUpDatabase(stack, path)
  const objects = await backUpObjects(stack, place)
  const archive = await backUpArchive(stack, place)
  await rm(join(path, namedList))
  const times = { startedAt: startedAt.toISOString(), finishedAt: new Date().toISOString() }
  const manifest: Manifest = { format: 1, ...times, ...database, objects, archive }
  await writeManifest(path, manifest)
  const removed = await removeOldBackups(dir, keep ?? Number.POSITIVE_INFINITY)
  await record(stack, manifest)
  return { path, manifest, removed }
}

/**
 * Copies a stack that goes on working. The database is of one moment and comes first, because what it names must be there when it is copied; what is
 * deleted meanwhile is told. What earlier backups have is not copied again.
 */
export async function backUp(stack: Stack, asked: Asked): Promise<BackupMade> {
  const made: BackupMade[] = []
  const work = async () => void made.push(await noting(stack, new Date(), (startedAt) => copyAll(stack, startedAt, asked)))
  await withAdvisoryLock(stack.pool, advisoryLocks.backup, work)
  const [backup] = made
  if (!backup) throw new OperatorError('Another backup is being made')
  return backup
}
