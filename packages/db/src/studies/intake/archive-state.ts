import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../core/client.ts'
import { studies } from '../studies.schema.ts'
import { archiveDisk } from './archive-state.schema.ts'

export type ArchiveDisk = typeof archiveDisk.$inferSelect

export async function readArchiveDisk(db: Db): Promise<ArchiveDisk> {
  const [row] = await db.select().from(archiveDisk).where(eq(archiveDisk.id, 1))
  if (!row) throw new Error('the state of the archive is missing')
  return row
}

/** Notes what was seen of the archive's disk. */
export async function noteArchiveDisk(db: Db, seen: Pick<ArchiveDisk, 'freeBytes' | 'totalBytes' | 'usedBytes'>): Promise<void> {
  await db
    .update(archiveDisk)
    .set({ ...seen, checkedAt: sql`now()` })
    .where(eq(archiveDisk.id, 1))
}

/** Studies with images that the archive cannot read, those first that have been so for the longest. */
export async function listDamaged(db: Db, limit: number) {
  const { id, patientName, patientId, imagesDamagedAt, damagedInstances } = studies
  const rows = await db
    .select({ id, patientName, patientId, since: imagesDamagedAt, images: damagedInstances })
    .from(studies)
    .where(isNotNull(imagesDamagedAt))
    .orderBy(asc(imagesDamagedAt))
    .limit(limit)
  return rows.flatMap(({ since, ...row }) => (since ? [{ ...row, since }] : []))
}

export const countDamaged = async (db: Db): Promise<number> => db.$count(studies, isNotNull(studies.imagesDamagedAt))
