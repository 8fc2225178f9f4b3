import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { studies } from '../schema/studies.ts'
export type StudyRow = typeof studies.$inferSelect
type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
/** A study by its row id, or null where it does not exist or the viewer does not see it. */
export declare function findStudy(db: Db, viewer: Viewer, studyId: string): Promise<StudyRow | null>
/** The same, locked until the transaction ends. */
export declare function lockStudy(tx: Db, viewer: Viewer, studyId: string): Promise<StudyRow | null>
export declare function findStudyByOrthancId(db: Db, viewer: Viewer, orthancId: string): Promise<StudyRow | null>
/** The visible studies of a Study Instance UID: more than one where the archive holds it under two patient ids. */
export declare function findStudiesByUid(db: Db, viewer: Viewer, uid: string): Promise<StudyRow[]>
/** The newest visible studies, of a UID or a patient id where one is given. */
export declare function listVisibleStudies(
  db: Db,
  viewer: Viewer,
  {
    uid,
    patientId,
    limit,
  }: {
    uid: string | null
    patientId: string | null
    limit: number
  },
): Promise<StudyRow[]>
/** Whether a series UID belongs to the study, and to no other study of the archive. */
export declare function ownsSeries(db: Db, studyId: string, seriesInstanceUid: string): Promise<boolean>
/** How many studies of the archive share this UID, whoever sees them. */
export declare function countStudiesOfUid(db: Db, uid: string): Promise<number>
