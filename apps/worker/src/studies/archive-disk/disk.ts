import { statfs } from 'node:fs/promises'
import { noteArchiveDisk } from '@readroom/db/studies/intake/archive-state'
import type { IntakeContext } from '../intake/context.ts'

/** Of the whole disk. */
const LEAST_FREE = 0.05

type Disk = { freeBytes: number | null; totalBytes: number | null }

async function look(dir: string | null): Promise<Disk> {
  if (dir === null) return { freeBytes: null, totalBytes: null }
  const { bavail, blocks, bsize } = await statfs(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/**
 * Notes how much room the archive has, for administrators. On a full disk Orthanc answers Success and keeps empty files; nothing outside of it
 * can make it refuse images before that.
 */
export async function watchDisk({ database, orthanc, log, storageDir }: IntakeContext): Promise<void> {
  const disk = await look(storageDir)
  await noteArchiveDisk(database.db, { ...disk, usedBytes: await orthanc.getDiskSize() })
  const { freeBytes, totalBytes } = disk
  if (freeBytes !== null && totalBytes !== null && freeBytes < totalBytes * LEAST_FREE) {
    log.error({ freeBytes, totalBytes }, "the archive's disk is nearly full: images that arrive may be lost")
  }
}
