import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { advisoryLocks } from '@readroom/db/core/advisory-locks'
import { withAdvisoryLock } from '@readroom/db/core/with-advisory-lock'
import { copyOut } from '@readroom/db/migration/database-copy'
import { recordBackup } from '@readroom/domain/operations/backups'
import { OperatorError } from '../core/operator-error.ts'
import type { Stack } from '../core/stack.ts'
import { backUpArchive } from './back-up-archive.ts'
import { backUpObjects, namedList, noteNamedFiles } from './back-up-objects.ts'
import { makeBackupFolder, removeOldBackups } from './backup-folder.ts'
import { type Written, writeWhole } from './files.ts'
import { type Manifest, tableFile, tableFolder, writeManifest } from './manifest.ts'

/** `keep` is the number of whole backups to keep, null for all. `tell` gets the files that could not be read. */
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
      startedAt: new Date(manifest.startedAt),
      objects: objects.count,
      studies: archive.studies,
      instances: archive.instances,
      sizeBytes: bytesOf(manifest),
      unreadable: objects.unreadable + archive.unreadable,
    }),
  )
}

/** Describes a failure. Messages of other errors are left out, because they may contain values. */
function describe(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** Runs the work and records a failure, if possible. */
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
 * Copies a running stack. The database is copied first, as of one moment, so that every file that it names can be copied afterwards.
 * Files that are deleted meanwhile are reported. Files in earlier backups are not copied again.
 */
export async function backUp(stack: Stack, asked: Asked): Promise<BackupMade> {
  const made: BackupMade[] = []
  const work = async () => void made.push(await noting(stack, new Date(), (startedAt) => copyAll(stack, startedAt, asked)))
  await withAdvisoryLock(stack.pool, advisoryLocks.backup, work)
  const [backup] = made
  if (!backup) throw new OperatorError('Another backup is running')
  return backup
}
