import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { sortKeyOf, studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

/** A study, and the patient whose it is, by their rows. */
export type PatientStudyIds = { studyId: string; patientRowId: string }

/** Those of the condition that the viewer sees, newest first. */
async function listVisible(db: Db, viewer: Viewer, condition: SQL | undefined): Promise<PatientStudyIds[]> {
  return db
    .select({ studyId: studies.id, patientRowId: studies.patientRowId })
    .from(studies)
    .where(and(visibleStudies(viewer), condition))
    .orderBy(desc(studies.receivedAt), desc(studies.id))
}

/** The visible studies that show a patient id, whosever they are: the same id is another patient in another laboratory. */
export async function listStudiesOfPatientId(db: Db, viewer: Viewer, patientId: string): Promise<PatientStudyIds[]> {
  // The folded id has the index.
  const indexed = sql`${sortKeyOf.patientId} = "left"(fold_text(${patientId}), 100)`
  return listVisible(db, viewer, and(indexed, eq(studies.patientId, patientId)))
}

/** The visible studies of a patient. */
export async function listStudiesOfPatient(db: Db, viewer: Viewer, patientRowId: string): Promise<PatientStudyIds[]> {
  return listVisible(db, viewer, eq(studies.patientRowId, patientRowId))
}
