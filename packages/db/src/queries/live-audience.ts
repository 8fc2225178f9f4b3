import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { labs } from '../schema/accounts.ts'
import { assignments, studies } from '../schema/studies.ts'

/** Who may hear of a study, and what they may read of it: of one whose laboratories are in conflict no doctor. Null where it does not exist. */
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
