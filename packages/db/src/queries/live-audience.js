import { eq, sql } from 'drizzle-orm'
import { labs } from '../schema/accounts.js'
import { assignments, studies } from '../schema/studies.js'
/** Who may hear of a study, and what they may read of it. Null where it does not exist. */
export async function findStudyAudience(db, studyId) {
  const [row] = await db
    .select({
      studyId: studies.id,
      labId: studies.labId,
      doctorIds: sql`coalesce((select json_agg(a.doctor_id) from ${assignments} a
        where a.study_id = ${studies.id} and a.unassigned_at is null), '[]'::json)`,
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
//# sourceMappingURL=live-audience.js.map
