import { eachName } from '@readroom/contracts/core/each-name'
import { textsOf } from '@readroom/contracts/patients/record-fields'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies, studyDetails } from '../studies/studies.schema.ts'
import type { StudyRow } from '../studies/studies.ts'
import { studyEventLog } from '../studies/study-events.schema.ts'
import { dateOfStudy, readableStudies } from '../studies/visibility.ts'

type Stored = typeof studyDetails.$inferSelect

/** The fields of a study's record that people write, beside its own row. */
export type StudyDetails = Omit<Stored, 'studyId' | 'modifiedAt' | 'modifiedBy'>

const nothingWritten: StudyDetails = {
  ...eachName(textsOf('details'), () => ''),
  lmp: null,
  correctedRequestingPhysician: null,
  correctedTechnologist: null,
}

/** Of a study that nobody has written anything about: nothing. */
export async function readStudyDetails(db: Db, studyId: string): Promise<StudyDetails> {
  const [stored] = await db.select().from(studyDetails).where(eq(studyDetails.studyId, studyId))
  return stored ?? nothingWritten
}

/** Writes what changed, and who wrote it when. */
export async function writeStudyDetails(
  tx: Tx<'study'>,
  studyId: string,
  userId: string,
  changes: Partial<StudyDetails>,
): Promise<void> {
  const modified = { ...changes, modifiedAt: sql`now()`, modifiedBy: userId }
  await tx
    .insert(studyDetails)
    .values({ studyId, ...modified })
    .onConflictDoUpdate({ target: studyDetails.studyId, set: modified })
}

/** The columns of a study's own row that people write; its status, urgency and times are `transition()`'s. */
export type StudyCorrection = Partial<
  Pick<
    StudyRow,
    | ('correctedAccessionNumber' | 'correctedDescription' | 'correctedReferringPhysician' | 'correctedPatientAge')
    | ('clinicalHistory' | 'mlcCase' | 'studyType')
  >
>

/** Another version of the study's record, with what changed in its own row. Returns the row as it is now. */
export async function writeStudyRecord(tx: Tx<'study'>, studyId: string, changes: StudyCorrection): Promise<StudyRow> {
  const [row] = await tx
    .update(studies)
    .set({ ...changes, recordVersion: sql`${studies.recordVersion} + 1`, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
    .returning()
  if (!row) throw new Error('the study was not there')
  return row
}

/** Locks those of a patient's studies that are named, or all of them, in the order of their ids. */
export async function lockPatientStudies<T extends Before<'study'>>(
  tx: T,
  patientRowId: string,
  named: readonly string[] | null,
): Promise<Taken<T, 'study', StudyRow[]>> {
  const rows = await tx
    .select()
    .from(studies)
    .where(and(eq(studies.patientRowId, patientRowId), named === null ? undefined : inArray(studies.id, [...named])))
    .orderBy(asc(studies.id))
    .for('update')
  return taken(tx, 'study', rows)
}

const isNewest = [desc(dateOfStudy(studies)), desc(studies.receivedAt), desc(studies.id)]

/** The columns of each study that the list of a patient's studies, and the counts over them, read. */
const listedColumns = {
  id: studies.id,
  studyInstanceUid: studies.studyInstanceUid,
  orthancId: studies.orthancId,
  patientName: studies.patientName,
  patientBirthDate: studies.patientBirthDate,
  studyDate: studies.studyDate,
  receivedAt: studies.receivedAt,
  reportedAt: studies.reportedAt,
  readyAt: studies.readyAt,
  accessionNumber: studies.accessionNumber,
  description: studies.description,
  modalities: studies.modalities,
  seriesCount: studies.seriesCount,
  imageCount: studies.imageCount,
  status: studies.status,
  cycle: studies.cycle,
  recordVersion: studies.recordVersion,
  priority: studies.priority,
  caseType: studies.caseType,
  mlcCase: studies.mlcCase,
  referringPhysician: studies.referringPhysician,
  dicomReferringPhysician: studies.dicomReferringPhysician,
  dicomRequestingPhysician: studies.dicomRequestingPhysician,
  correctedReferringPhysician: studies.correctedReferringPhysician,
  dicomOperatorName: studies.dicomOperatorName,
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
      /** The start of the turnaround time over all cycles. */
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

/** The patient's studies that the caller may read, newest first, with what was written about them. */
export async function listPatientStudies(db: Db, caller: Caller, patientRowId: string) {
  const rows = await selectRecords(db, and(eq(studies.patientRowId, patientRowId), readableStudies(caller)))
  return rows.map(({ details, firstReadyAt, ...row }) => ({
    ...row,
    details: details ?? { ...nothingWritten, modifiedAt: null },
    firstReadyAt: firstReadyAt === null ? null : new Date(firstReadyAt),
  }))
}

export type PatientStudyRecord = Awaited<ReturnType<typeof listPatientStudies>>[number]
