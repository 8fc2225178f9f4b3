import { AppError } from '@readroom/contracts/core/errors'
import { unknownPatientId } from '@readroom/contracts/patients/documents'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before, Locked, Taken } from '@readroom/db/core/locks'
import { hasAuditEntry } from '@readroom/db/operations/audit-log'
import {
  listStudiesOfMergedId,
  listStudiesOfPatient,
  listStudiesOfPatientId,
  type PatientStudyIds,
} from '@readroom/db/patients/patient-studies'
import { findPatient, lockPatient, lockStudiesOfPatient, type PatientRow } from '@readroom/db/patients/patients'
import { findStudy, type StudyRow } from '@readroom/db/studies/studies'

/** A page that is drawn again within this time is not another look. */
const LOOK_MS = 10 * 60_000

/** Records in the audit log that the actor opened the patient record. */
export async function recordPatientOpened(tx: Tx, actor: Actor, patientRowId: string): Promise<void> {
  const action = 'record.opened'
  const target = { type: 'patient', id: patientRowId }
  const since = new Date(Date.now() - LOOK_MS)
  if (await hasAuditEntry(tx, { userId: actor.userId, action, target, since })) return
  await audit(tx, actor, { action, target })
}

/** A caller's key for a patient: the displayed ID or one from before a merge, and one of the patient's studies if several patients share the ID. */
export type PatientKey = { patientId: string; studyId?: string | undefined }

export type VisiblePatient = {
  patient: PatientRow
  /** The studies that the actor sees, newest first. */
  studyIds: string[]
  /** The one that was named, else the newest. */
  study: StudyRow
}

const shows = ({ patientId }: StudyRow, named: string) =>
  patientId === named || (patientId === null && named === unknownPatientId)

async function listShowing(db: Db, actor: Actor, { patientId, studyId }: PatientKey): Promise<PatientStudyIds[]> {
  if (studyId === undefined) return listStudiesOfPatientId(db, actor, patientId)
  const study = await findStudy(db, actor, studyId)
  return study && shows(study, patientId) ? listStudiesOfPatient(db, actor, study.patientRowId) : []
}

async function listNamed(db: Db, actor: Actor, key: PatientKey): Promise<PatientStudyIds[]> {
  const showing = await listShowing(db, actor, key)
  if (showing.length > 0) return showing
  // A bookmark of somebody who was merged into another person.
  const merged = await listStudiesOfMergedId(db, actor, key.patientId)
  if (key.studyId === undefined) return merged
  const named = merged.find(({ studyId }) => studyId === key.studyId)
  return merged.filter(({ patientRowId }) => patientRowId === named?.patientRowId)
}

/**
 * The patient, with the studies through which the actor sees them. A hidden patient, a hidden study and another patient's study are answered as
 * if they did not exist. Throws PATIENT_NOT_FOUND, and PATIENT_AMBIGUOUS if the id alone names several.
 */
export async function findVisiblePatient(db: Db, actor: Actor, key: PatientKey): Promise<VisiblePatient> {
  const rows = await listNamed(db, actor, key)
  const [first, ...others] = rows
  if (!first) throw new AppError('PATIENT_NOT_FOUND')
  const { patientRowId } = first
  if (others.some((other) => other.patientRowId !== patientRowId)) throw new AppError('PATIENT_AMBIGUOUS')
  const patient = await findPatient(db, patientRowId)
  const study = await findStudy(db, actor, key.studyId ?? first.studyId)
  // Taken from the actor while we looked.
  if (!patient || study?.patientRowId !== patientRowId) throw new AppError('PATIENT_NOT_FOUND')
  return { patient, studyIds: rows.map(({ studyId }) => studyId), study }
}

/** Returns what `findVisiblePatient` returns. Locks the patient and all of their studies until the transaction ends. */
export async function lockVisiblePatient<T extends Before<'study'>>(
  begun: T,
  actor: Actor,
  key: PatientKey,
): Promise<Taken<Locked<T, 'study'>, 'patient', VisiblePatient & { lockedStudyIds: string[] }>> {
  const { patient } = await findVisiblePatient(begun, actor, key)
  const [withStudies, lockedStudyIds] = await lockStudiesOfPatient(begun, patient.id)
  const [tx] = await lockPatient(withStudies, patient.id)
  // While we waited the study may have gone to another patient or laboratory.
  const visible = await findVisiblePatient(tx, actor, key)
  if (visible.patient.id !== patient.id) throw new AppError('PATIENT_NOT_FOUND')
  return [tx, { ...visible, lockedStudyIds }]
}
