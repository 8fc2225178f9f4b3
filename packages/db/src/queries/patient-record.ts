import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db, Tx } from '../client.ts'
import { doctors, labs, users } from '../schema/accounts.ts'
import { studies, studyDetails, studyEventLog } from '../schema/studies.ts'
import { dateOfStudy, readableStudies } from '../visibility.ts'
import type { StudyRow } from './studies.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
type Stored = typeof studyDetails.$inferSelect

/** What people wrote into a study's record beside its own row. */
export type StudyDetails = Omit<Stored, 'studyId' | 'modifiedAt' | 'modifiedBy'>

const nothingWritten: StudyDetails = {
  ...{ previousInjury: '', previousSurgery: '', procedureCode: '', lmp: null },
  ...{ referringEmail: '', referringMobile: '', referringInstitution: '', referringContact: '' },
  ...{ correctedRequestingPhysician: null, requestingEmail: '', requestingMobile: '', requestingInstitution: '' },
  ...{ correctedTechnologist: null, technologistMobile: '', technologistComments: '', technologistReasonToSend: '' },
}

/** Of a study that nobody has written anything about: nothing. */
export async function readStudyDetails(db: Db, studyId: string): Promise<StudyDetails> {
  const [stored] = await db.select().from(studyDetails).where(eq(studyDetails.studyId, studyId))
  return stored ?? nothingWritten
}

/** Writes what changed, and who wrote it when. The study's row must be locked. */
export async function writeStudyDetails(tx: Tx, studyId: string, userId: string, changes: Partial<StudyDetails>): Promise<void> {
  const modified = { ...changes, modifiedAt: sql`now()`, modifiedBy: userId }
  await tx
    .insert(studyDetails)
    .values({ studyId, ...modified })
    .onConflictDoUpdate({ target: studyDetails.studyId, set: modified })
}

/** What people write into a study's own row; its status, urgency and times are `transition()`'s. */
export type StudyCorrection = Partial<
  Pick<
    StudyRow,
    | ('correctedAccessionNumber' | 'correctedDescription' | 'correctedReferringPhysician' | 'correctedPatientAge')
    | ('clinicalHistory' | 'mlcCase' | 'caseFlags' | 'studyType')
  >
>

/** Another version of the study's record, with what changed in its own row. Answers the row as it is now. */
export async function writeStudyRecord(tx: Tx, studyId: string, changes: StudyCorrection): Promise<StudyRow> {
  const [row] = await tx
    .update(studies)
    .set({ ...changes, recordVersion: sql`${studies.recordVersion} + 1`, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
    .returning()
  if (!row) throw new Error('the study was not there')
  return row
}

/** Those of a patient's studies that are named, or all of them: locked, in the order in which everybody locks studies. */
export async function lockPatientStudies(tx: Tx, patientRowId: string, named: readonly string[] | null): Promise<StudyRow[]> {
  return tx
    .select()
    .from(studies)
    .where(and(eq(studies.patientRowId, patientRowId), named === null ? undefined : inArray(studies.id, [...named])))
    .orderBy(asc(studies.id))
    .for('update')
}

const isNewest = [desc(dateOfStudy(studies)), desc(studies.receivedAt), desc(studies.id)]

/** What the list of a patient's studies, and what is counted over them, reads of each. */
const listedColumns = {
  ...{ id: studies.id, studyInstanceUid: studies.studyInstanceUid, orthancId: studies.orthancId },
  ...{ patientName: studies.patientName, patientBirthDate: studies.patientBirthDate },
  ...{ studyDate: studies.studyDate, receivedAt: studies.receivedAt, reportedAt: studies.reportedAt, readyAt: studies.readyAt },
  ...{ accessionNumber: studies.accessionNumber, description: studies.description, modalities: studies.modalities },
  ...{ seriesCount: studies.seriesCount, imageCount: studies.imageCount, status: studies.status, cycle: studies.cycle },
  ...{ recordVersion: studies.recordVersion, priority: studies.priority, caseType: studies.caseType, mlcCase: studies.mlcCase },
  ...{ referringPhysician: studies.referringPhysician, dicomReferringPhysician: studies.dicomReferringPhysician },
  ...{ dicomRequestingPhysician: studies.dicomRequestingPhysician, dicomOperatorName: studies.dicomOperatorName },
}

function selectRecords(db: Db, condition: SQL | undefined) {
  const modifier = db.select({ fullName: users.fullName }).from(users).where(eq(users.id, studyDetails.modifiedBy))
  return db
    .select({
      study: listedColumns,
      details: studyDetails,
      labName: labs.name,
      reporterName: users.fullName,
      modifierName: sql<string | null>`(${modifier})`,
      /** Where the turnaround over all cycles begins. */
      firstReadyAt: sql<string | null>`case when ${studies.cycle} = 1 then ${studies.readyAt} else (
        select min(${studyEventLog.at}) from ${studyEventLog} where ${studyEventLog.studyId} = ${studies.id} and ${studyEventLog.event} = 'settled') end`,
    })
    .from(studies)
    .leftJoin(studyDetails, eq(studyDetails.studyId, studies.id))
    .leftJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(doctors, eq(doctors.id, studies.reportedByDoctorId))
    .leftJoin(users, eq(users.id, doctors.userId))
    .where(condition)
    .orderBy(...isNewest)
}

/** The patient's studies that the viewer may read, newest first, with what was written about them. */
export async function listPatientStudies(db: Db, viewer: Viewer, patientRowId: string) {
  const rows = await selectRecords(db, and(eq(studies.patientRowId, patientRowId), readableStudies(viewer)))
  return rows.map(({ details, firstReadyAt, ...row }) => ({
    ...row,
    details: details ?? { ...nothingWritten, modifiedAt: null },
    firstReadyAt: firstReadyAt === null ? null : new Date(firstReadyAt),
  }))
}

export type PatientStudyRecord = Awaited<ReturnType<typeof listPatientStudies>>[number]
