import { and, eq, sql } from 'drizzle-orm'
import { sessions, users } from '../access/accounts.schema.ts'
import { isUsable, type SessionLimits, type SessionRow, sessionColumns } from '../access/sessions.ts'
import { selectViewerGrants } from '../access/tickets.ts'
import { builtOnce, type Db } from '../core/client.ts'
import { hashOfSecret } from '../core/secrets.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labStaff, labs } from '../people/labs.schema.ts'
import { series } from '../studies/series.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import type { StudyRow } from '../studies/studies.ts'
import { visibleToAccount } from '../studies/visibility.ts'

/** The ids by which the database and the image archive know a study. */
export type ImageStudy = Pick<StudyRow, 'id' | 'orthancId' | 'studyInstanceUid'>

/** A study that a viewer cookie opens, with what `findOwnership` returns of it. */
type GrantedRow = SessionRow & { study: ImageStudy; studiesOfUid: number; ownsSeries: boolean }

/** Every image waits for it. */
const grantedImages = builtOnce((db) => {
  const grant = selectViewerGrants(db).as('granted')
  const studyUid = sql.placeholder('studyUid')
  const columns = {
    ...sessionColumns,
    study: { id: studies.id, orthancId: studies.orthancId, studyInstanceUid: studies.studyInstanceUid },
    studiesOfUid: sql<number>`(select count(*)::int from ${studies} same where same.study_instance_uid = ${studyUid})`,
    ownsSeries: sql<boolean>`exists (select 1 from ${series}
      where ${series.studyId} = ${studies.id} and ${series.seriesInstanceUid} = ${sql.placeholder('seriesUid')})`,
  }
  const isVisible = visibleToAccount({ role: users.role, labId: labStaff.labId, doctorId: doctors.id })
  return db
    .select(columns)
    .from(grant)
    .innerJoin(sessions, eq(sessions.id, grant.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .innerJoin(studies, eq(studies.id, grant.studyId))
    .where(and(isUsable, eq(studies.studyInstanceUid, studyUid), isVisible))
    .prepare('granted_images')
})

/**
 * Finds the studies of a UID that viewer cookies open because their accounts see them. In one statement, for requests that need nothing else: not
 * for priors and share links.
 */
export async function findGrantedImages(
  db: Db,
  limits: SessionLimits,
  { secrets, ...asked }: { secrets: readonly string[]; studyUid: string; seriesUid: string | null },
): Promise<GrantedRow[]> {
  if (secrets.length === 0) return []
  return grantedImages(db).execute({ ...limits, ...asked, hashes: secrets.map(hashOfSecret) })
}
