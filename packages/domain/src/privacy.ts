import { unknownPatientId } from '@readroom/contracts/documents'
import { AppError } from '@readroom/contracts/errors'
import type { PrivacySubject } from '@readroom/contracts/privacy'
import { statusTable } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db, Tx } from '@readroom/db/client'
import { countOfStudies } from '@readroom/db/queries/erasure'
import { findPatient, lockPatient, lockStudiesOfPatient, type PatientRow } from '@readroom/db/queries/patients'
import { insertPrivacyAction, listStudiesOfSubject, setHold } from '@readroom/db/queries/privacy'
import { findStudy, type StudyRow } from '@readroom/db/queries/studies'
import { fingerprintOf, toIdentityStudy } from './identity-studies.ts'
import { emitJob } from './outbox.ts'

export const targetOf = (patientRowId: string) => ({ type: 'patient', id: patientRowId })

/** Administrators see every study, whoever's. Throws STUDY_NOT_FOUND. */
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

/** What there is of a study's patient. Throws STUDY_NOT_FOUND. */
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

/** Throws SUBJECT_CHANGED where these are not the studies, names and birth dates that were listed. */
export function checkListed(studies: readonly StudyRow[], fingerprint: string): void {
  if (fingerprintOf(studies) !== fingerprint) throw new AppError('SUBJECT_CHANGED')
}

/** Has everything about a study's patient packed. Throws STUDY_NOT_FOUND, SUBJECT_CHANGED, PRIVACY_UNDER_WAY. */
export async function requestExport(
  tx: Tx,
  actor: Actor,
  { studyId, fingerprint }: { studyId: string; fingerprint: string },
): Promise<{ actionId: string }> {
  const { patient } = await findSubject(tx, actor, studyId)
  const studyIds = await lockStudiesOfPatient(tx, patient.id)
  checkListed(await listStudiesOfSubject(tx, patient.id), fingerprint)
  const counts = await countOfStudies(tx, studyIds)
  const asked = { kind: 'export', subjectId: patient.id, requestedBy: actor.userId, counts } as const
  const action = await insertPrivacyAction(tx, asked)
  if (!action) throw new AppError('PRIVACY_UNDER_WAY')
  await emitJob(tx, 'privacy.export', { actionId: action.id })
  await audit(tx, actor, { action: 'export.requested', target: targetOf(patient.id), details: { actionId: action.id } })
  return { actionId: action.id }
}

/** Puts a study's patient on hold, or takes them off. Throws STUDY_NOT_FOUND. */
export async function holdPatient(tx: Tx, actor: Actor, studyId: string, reason: string | null): Promise<void> {
  const { patient } = await findSubject(tx, actor, studyId)
  // Whoever was erased while we waited has nothing left to hold.
  if (!(await lockPatient(tx, patient.id))) throw new AppError('STUDY_NOT_FOUND')
  await setHold(tx, patient.id, reason)
  await audit(tx, actor, { action: reason === null ? 'patient.released' : 'patient.held', target: targetOf(patient.id) })
}
