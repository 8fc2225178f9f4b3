import { AppError } from '@readroom/contracts/core/errors'
import { unknownPatientId } from '@readroom/contracts/patients/documents'
import type { PrivacySubject } from '@readroom/contracts/privacy/privacy'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { findPatient, lockPatient, lockStudiesOfPatient, type PatientRow } from '@readroom/db/patients/patients'
import { countOfStudies } from '@readroom/db/privacy/erasure'
import { insertPrivacyAction, listStudiesOfSubject, setHold } from '@readroom/db/privacy/privacy'
import { findStudy, type StudyRow } from '@readroom/db/studies/studies'
import { emitJob } from '../core/outbox.ts'
import { fingerprintOf, toIdentityStudy } from '../patients/identity-studies.ts'

export const targetOf = (patientRowId: string) => ({ type: 'patient', id: patientRowId })

/** Returns a study and its patient. Administrators see every study. Throws STUDY_NOT_FOUND. */
export async function findSubject(db: Db, actor: Actor, studyId: string): Promise<{ patient: PatientRow; study: StudyRow }> {
  const study = await findStudy(db, actor, studyId)
  const patient = study && (await findPatient(db, study.patientRowId))
  if (!study || !patient) throw new AppError('STUDY_NOT_FOUND')
  return { patient, study }
}

/** As it is shown with the study. */
export const idOf = ({ patientId }: StudyRow) => patientId ?? unknownPatientId
/** Report and nothing to do after it: what nobody works on any more. */
export const isFinished = ({ status }: StudyRow) =>
  status !== 'report_drafted' && ['completed', 'final'].includes(statusTable[status].category)

/** Returns the extent of the data about a study's patient. Throws STUDY_NOT_FOUND. */
export async function readPrivacySubject(db: Db, actor: Actor, studyId: string): Promise<PrivacySubject> {
  const { patient, study } = await findSubject(db, actor, studyId)
  const studies = await listStudiesOfSubject(db, patient.id)
  return {
    patientId: idOf(study),
    patientName: study.patientName,
    counts: await countOfStudies(
      db,
      studies.map(({ id }) => id),
    ),
    unfinishedStudies: studies.filter((one) => !isFinished(one)).length,
    holdReason: patient.holdReason,
    studies: studies.map(toIdentityStudy),
    fingerprint: fingerprintOf(studies),
  }
}

/** Throws SUBJECT_CHANGED if these are not the studies, names and birth dates that were listed. */
export function checkListed(studies: readonly StudyRow[], fingerprint: string): void {
  if (fingerprintOf(studies) !== fingerprint) throw new AppError('SUBJECT_CHANGED')
}

/** Has everything about a study's patient packed. Throws STUDY_NOT_FOUND, SUBJECT_CHANGED, PRIVACY_UNDER_WAY. */
export async function requestExport(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, fingerprint }: { studyId: string; fingerprint: string },
): Promise<{ actionId: string }> {
  const { patient } = await findSubject(begun, actor, studyId)
  const [tx, studyIds] = await lockStudiesOfPatient(begun, patient.id)
  checkListed(await listStudiesOfSubject(tx, patient.id), fingerprint)
  const counts = await countOfStudies(tx, studyIds)
  const asked = { kind: 'export', subjectId: patient.id, requestedBy: actor.userId, counts, studyIds } as const
  const action = await insertPrivacyAction(tx, asked)
  if (!action) throw new AppError('PRIVACY_UNDER_WAY')
  await emitJob(tx, 'privacy.export', { actionId: action.id })
  await audit(tx, actor, { action: 'export.requested', target: targetOf(patient.id), details: { actionId: action.id } })
  return { actionId: action.id }
}

/** Puts a study's patient on hold, or takes them off. Throws STUDY_NOT_FOUND. */
export async function holdPatient(begun: Before<'patient'>, actor: Actor, studyId: string, reason: string | null): Promise<void> {
  const { patient } = await findSubject(begun, actor, studyId)
  // The patient may have been erased while we waited for the lock.
  const [tx, locked] = await lockPatient(begun, patient.id)
  if (!locked) throw new AppError('STUDY_NOT_FOUND')
  await setHold(tx, patient.id, reason)
  await audit(tx, actor, { action: reason === null ? 'patient.released' : 'patient.held', target: targetOf(patient.id) })
}
