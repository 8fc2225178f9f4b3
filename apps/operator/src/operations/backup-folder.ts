import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { OperatorError } from '../core/operator-error.ts'
import { manifestPath } from './manifest.ts'

export type BackupFolder = { path: string; isWhole: boolean }

const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
const nameOf = (startedAt: Date) => startedAt.toISOString().replaceAll(/[:.]/g, '-')

/** Lists the backups in a folder, newest first, including interrupted ones. */
export async function listBackups(dir: string): Promise<BackupFolder[]> {
  const names = (await readdir(dir)).filter((name) => namePattern.test(name))
  const paths = names
    .sort()
    .reverse()
    .map((name) => join(dir, name))
  return paths.map((path) => ({ path, isWhole: existsSync(manifestPath(path)) }))
}

/** Makes the folder of a new backup. Returns it with earlier ones to share files with: the newest whole one and later interrupted ones. */
export async function makeBackupFolder(dir: string, startedAt: Date): Promise<{ path: string; earlier: string[] }> {
  const all = await listBackups(dir).catch((error: unknown) => {
    throw new OperatorError(`The folder ${dir} cannot be read. Does it exist?`, error)
  })
  const whole = all.findIndex(({ isWhole }) => isWhole)
  const earlier = all.slice(0, whole === -1 ? undefined : whole + 1).map(({ path }) => path)
  const path = join(dir, nameOf(startedAt))
  await mkdir(path, { mode: 0o700 })
  return { path, earlier }
}

/** Removes the manifest first, so that a half-removed backup is not taken for a whole one. */
async function remove(path: string): Promise<void> {
  await rm(manifestPath(path), { force: true })
  await rm(path, { recursive: true })
}

/** Removes interrupted backups, and whole ones beyond the newest `keep`. Returns the number of whole ones removed. */
export async function removeOldBackups(dir: string, keep: number): Promise<number> {
  const all = await listBackups(dir)
  const old = all.filter(({ isWhole }) => isWhole).slice(keep)
  for (const { path } of [...all.filter(({ isWhole }) => !isWhole), ...old]) await remove(path)
  return old.length
}

/** Returns the folder of a backup by its name or `latest`. Throws OperatorError if it is not a whole backup. */
export async function findBackup(dir: string, name: string): Promise<string> {
  const whole = name === 'latest' ? (await listBackups(dir)).find(({ isWhole }) => isWhole)?.path : resolve(dir, name)
  if (whole === undefined) throw new OperatorError(`There is no complete backup in ${dir}`)
  if (!existsSync(manifestPath(whole))) throw new OperatorError(`${whole} is not a complete backup: it has no manifest.json`)
  return whole
}
