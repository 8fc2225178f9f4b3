import { unknownPatientId } from '@readroom/contracts/documents'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import type { Db, Tx } from '@readroom/db/client'
import { listStudiesOfPatient, listStudiesOfPatientId, type PatientStudyRow } from '@readroom/db/queries/patient-studies'
import { lockPatient, lockStudiesOfPatient, type PatientRow } from '@readroom/db/queries/patients'
import { findStudy, type StudyRow } from '@readroom/db/queries/studies'

/** How callers name a patient: the id that is shown, and one of their studies where that does not tell who it is. */
export type PatientKey = { patientId: string; studyId?: string | undefined }

export type VisiblePatient = {
  patient: PatientRow
  /** Those that the actor sees, newest first; never none. */
  studies: [StudyRow, ...StudyRow[]]
  /** The one that was named, else the newest. */
  study: StudyRow
}

const shows = ({ patientId }: StudyRow, named: string) =>
  patientId === named || (patientId === null && named === unknownPatientId)

async function listNamed(db: Db, actor: Actor, { patientId, studyId }: PatientKey): Promise<PatientStudyRow[]> {
  if (studyId === undefined) return listStudiesOfPatientId(db, actor, patientId)
  const study = await findStudy(db, actor, studyId)
  return study && shows(study, patientId) ? listStudiesOfPatient(db, actor, study.patientRowId) : []
}

/**
 * The patient, with the studies through which the actor sees them. A hidden patient, a hidden study and another patient's study are answered as
 * if they did not exist. Throws PATIENT_NOT_FOUND, and PATIENT_AMBIGUOUS where the id alone names several.
 */
export async function findVisiblePatient(db: Db, actor: Actor, key: PatientKey): Promise<VisiblePatient> {
  const rows = await listNamed(db, actor, key)
  const [first, ...others] = rows
  if (!first) throw new AppError('PATIENT_NOT_FOUND')
  if (others.some(({ patient }) => patient.id !== first.patient.id)) throw new AppError('PATIENT_AMBIGUOUS')
  const study = rows.find((row) => row.study.id === key.studyId)?.study ?? first.study
  return { patient: first.patient, studies: [first.study, ...others.map((row) => row.study)], study }
}

/** The same, with all of the patient's studies and then the patient locked until the transaction ends. */
export async function lockVisiblePatient(
  tx: Tx,
  actor: Actor,
  key: PatientKey,
): Promise<VisiblePatient & { lockedStudyIds: string[] }> {
  const { patient } = await findVisiblePatient(tx, actor, key)
  const lockedStudyIds = await lockStudiesOfPatient(tx, patient.id)
  await lockPatient(tx, patient.id)
  // While we waited the study may have gone to another patient or laboratory.
  const visible = await findVisiblePatient(tx, actor, key)
  if (visible.patient.id !== patient.id) throw new AppError('PATIENT_NOT_FOUND')
  return { ...visible, lockedStudyIds }
}
