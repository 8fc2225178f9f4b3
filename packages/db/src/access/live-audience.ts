import { eq, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/**
 * Returns who may hear of a study, and which fields they may read. No doctor hears of a study whose laboratories are in conflict. Null if the study
 * does not exist.
 */
export async function findStudyAudience(db: Db, studyId: string) {
  const [row] = await db
    .select({
      studyId: studies.id,
      labId: studies.labId,
      doctorIds: sql<string[]>`coalesce((select json_agg(a.doctor_id) from ${assignments} a
        where a.study_id = ${studies.id} and a.unassigned_at is null and ${studies.labConflictAt} is null), '[]'::json)`,
      patientName: studies.patientName,
      patientId: studies.patientId,
      modalities: studies.modalities,
      accessionNumber: studies.accessionNumber,
      dueAt: studies.dueAt,
      location: labs.name,
      seriesCount: studies.seriesCount,
      imageCount: studies.imageCount,
    })
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .where(eq(studies.id, studyId))
  return row ?? null
}

export type StudyAudience = NonNullable<Awaited<ReturnType<typeof findStudyAudience>>>
