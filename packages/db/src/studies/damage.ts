import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { studies } from './studies.schema.ts'

/** `filesHash`: of the files that it settled with last; null if it is not known. */
export type SampledStudy = {
  id: string
  orthancId: string
  damagedInstances: string[]
  filesHash: string | null
  settledAt: Date | null
}

const columns = {
  id: studies.id,
  orthancId: studies.orthancId,
  damagedInstances: studies.damagedInstances,
  filesHash: studies.filesHash,
  settledAt: studies.settledAt,
}

/** Studies that have images, in pages by id. */
export async function listStudiesToSample(db: Db, afterId: string | null, limit: number): Promise<SampledStudy[]> {
  return db
    .select(columns)
    .from(studies)
    .where(and(isNull(studies.imagesMissingAt), afterId === null ? undefined : gt(studies.id, afterId)))
    .orderBy(asc(studies.id))
    .limit(limit)
}

/** Studies with images that could not be read, those first that have been so for the longest. */
export async function listDamagedStudies(db: Db, limit: number): Promise<SampledStudy[]> {
  return db
    .select(columns)
    .from(studies)
    .where(and(isNotNull(studies.imagesDamagedAt), isNull(studies.imagesMissingAt)))
    .orderBy(asc(studies.imagesDamagedAt))
    .limit(limit)
}

/** Returns a study and its known damage, without a check of who sees it; null if it does not exist. */
export async function findDamagedStudy(db: Db, studyId: string): Promise<SampledStudy | null> {
  const [study] = await db.select(columns).from(studies).where(eq(studies.id, studyId))
  return study ?? null
}

/** Notes which images of a study cannot be read; none heals it. */
export async function noteDamage(db: Db, studyId: string, damagedInstances: string[]): Promise<void> {
  const now = sql`clock_timestamp()`
  const imagesDamagedAt = damagedInstances.length > 0 ? sql`coalesce(${studies.imagesDamagedAt}, ${now})` : null
  await db.update(studies).set({ damagedInstances, imagesDamagedAt, updatedAt: sql`now()` }).where(eq(studies.id, studyId))
}
