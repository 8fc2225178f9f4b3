import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { emitLive } from '../outbox.ts'
import { studies, studyEventLog } from '../schema/studies.ts'

export type SampledStudy = { id: string; orthancId: string; damagedInstances: string[] }

const columns = { id: studies.id, orthancId: studies.orthancId, damagedInstances: studies.damagedInstances }

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

/**
 * Makes a study's row say which of its images cannot be read; none heals it. Says so in its history and to whoever looks at it.
 */
export async function setDamaged(tx: Db, studyId: string, instances: readonly string[]): Promise<void> {
  const [study] = await tx.select().from(studies).where(eq(studies.id, studyId)).for('update')
  if (!study) return
  const [before, now] = [[...study.damagedInstances].sort().join(), [...instances].sort().join()]
  if (before === now) return
  const isDamaged = instances.length > 0
  const imagesDamagedAt = isDamaged ? (study.imagesDamagedAt ?? sql`clock_timestamp()`) : null
  await tx
    .update(studies)
    .set({ damagedInstances: [...instances], imagesDamagedAt, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
  const event = isDamaged ? 'images_damaged' : 'images_repaired'
  const { status } = study
  await tx.insert(studyEventLog).values({ studyId, event, fromStatus: status, toStatus: status, details: { instances } })
  await emitLive(tx, { type: 'study.changed', studyId, formerDoctorIds: [] })
}
