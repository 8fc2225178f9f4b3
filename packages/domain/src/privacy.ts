import { unknownPatientId } from '@readroom/contracts/documents'
import { AppError } from '@readroom/contracts/errors'
import type { PrivacyCounts, PrivacySubject } from '@readroom/contracts/privacy'
import { statusTable } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db, Tx } from '@readroom/db/client'
import { countBeingWritten, countOfStudies, erasePatientRows, eraseStudyRows, noteRemovals } from '@readroom/db/queries/erasure'
import { lockIntake } from '@readroom/db/queries/intake'
import { findPatient, lockPatient, lockStudiesOfPatient, type PatientRow } from '@readroom/db/queries/patients'
import { endExportsOf, insertPrivacyAction, listStudiesOfSubject, setHold } from '@readroom/db/queries/privacy'
import { findStudy, type StudyRow } from '@readroom/db/queries/studies'
import { emitChanged, emitJob } from './outbox.ts'

const targetOf = (patientRowId: string) => ({ type: 'patient', id: patientRowId })

/** Administrators see every study, whoever's. Throws STUDY_NOT_FOUND. */
async function findSubject(db: Db, actor: Actor, studyId: string): Promise<{ patient: PatientRow; study: StudyRow }> {
  const study = await findStudy(db, actor, studyId)
  const patient = study && (await findPatient(db, study.patientRowId))
  if (!study || !patient) throw new AppError('STUDY_NOT_FOUND')
  return { patient, study }
}

/** As it is shown with the study. */
const idOf = ({ patientId }: StudyRow) => patientId ?? unknownPatientId
/** Report and nothing to do after it: what nobody works on any more. */
const isFinished = ({ status }: StudyRow) =>
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
  }
}

/** Has everything about a study's patient packed. Throws STUDY_NOT_FOUND, PRIVACY_UNDER_WAY. */
export async function requestExport(tx: Tx, actor: Actor, studyId: string): Promise<{ actionId: string }> {
  const { patient } = await findSubject(tx, actor, studyId)
  const studyIds = await lockStudiesOfPatient(tx, patient.id)
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
  await lockPatient(tx, patient.id)
  await setHold(tx, patient.id, reason)
  await audit(tx, actor, { action: reason === null ? 'patient.released' : 'patient.held', target: targetOf(patient.id) })
}

const wordsOf = (text: string) => text.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Whether a text has a word of the patient's name, or their id. */
function namesPatient(text: string, patient: PatientRow, studies: readonly StudyRow[]): boolean {
  const names = [
    patient.correctedName,
    ...studies.flatMap(({ patientName, dicomPatientName }) => [patientName, dicomPatientName]),
  ]
  const ids = [patient.patientId, ...studies.map(({ dicomPatientId }) => dicomPatientId)]
  const said = new Set(wordsOf(text))
  const isNamed = names.some((name) => name !== null && wordsOf(name).some((word) => word.length > 2 && said.has(word)))
  return isNamed || ids.some((id) => id !== null && id.length > 2 && text.toLocaleLowerCase().includes(id.toLocaleLowerCase()))
}

/** Removes studies with everything about them from the database, notes what is to go elsewhere, and tells the pages that showed them. */
export async function eraseStudies(
  tx: Tx,
  { actionId, studies, patientRowIds }: { actionId: string; studies: readonly StudyRow[]; patientRowIds: readonly string[] },
): Promise<void> {
  const ids = studies.map(({ id }) => id)
  await noteRemovals(tx, actionId, ids, patientRowIds)
  await endExportsOf(tx, patientRowIds)
  await eraseStudyRows(tx, ids)
  await erasePatientRows(tx, patientRowIds)
  for (const { id, doctorIds, labId } of studies) await emitChanged(tx, id, { formerDoctorIds: doctorIds, formerLabId: labId })
  await emitJob(tx, 'privacy.remove', { actionId })
}

export type ErasureRequest = { patientId: string; reason: string; includeUnfinished: boolean }

/** Throws what refuses an erasure. */
async function checkErasable(tx: Tx, patient: PatientRow, studies: readonly StudyRow[], asked: ErasureRequest): Promise<void> {
  if (!studies.some((study) => asked.patientId === idOf(study))) throw new AppError('PATIENT_ID_DIFFERS')
  if (patient.holdReason !== null) throw new AppError('PATIENT_ON_HOLD', { reason: patient.holdReason })
  if (namesPatient(asked.reason, patient, studies)) throw new AppError('REASON_NAMES_PATIENT')
  const ids = studies.map(({ id }) => id)
  if ((await countBeingWritten(tx, ids)) > 0) throw new AppError('REPORT_BEING_WRITTEN')
  const unfinished = studies.filter((study) => !isFinished(study)).length
  if (unfinished > 0 && !asked.includeUnfinished) throw new AppError('STUDIES_UNFINISHED', { count: unfinished })
}

/**
 * Erases a study's patient: from the database at once, from archive and storage by a job. Throws STUDY_NOT_FOUND, PATIENT_ID_DIFFERS,
 * PATIENT_ON_HOLD, REASON_NAMES_PATIENT, REPORT_BEING_WRITTEN, STUDIES_UNFINISHED, PRIVACY_UNDER_WAY. Nothing is written then.
 */
export async function erasePatient(
  tx: Tx,
  actor: Actor,
  studyId: string,
  asked: ErasureRequest,
): Promise<{ actionId: string; counts: PrivacyCounts }> {
  // Before the studies: nothing that the archive said of them is written any more.
  await lockIntake(tx)
  const { patient } = await findSubject(tx, actor, studyId)
  await lockStudiesOfPatient(tx, patient.id)
  const locked = await lockPatient(tx, patient.id)
  if (!locked) throw new AppError('STUDY_NOT_FOUND')
  const studies = await listStudiesOfSubject(tx, patient.id)
  await checkErasable(tx, locked, studies, asked)
  const counts = await countOfStudies(
    tx,
    studies.map(({ id }) => id),
  )
  const wanted = { kind: 'erasure', subjectId: patient.id, requestedBy: actor.userId, reason: asked.reason, counts } as const
  const action = await insertPrivacyAction(tx, wanted)
  if (!action) throw new AppError('PRIVACY_UNDER_WAY')
  await eraseStudies(tx, { actionId: action.id, studies, patientRowIds: [patient.id] })
  const details = { actionId: action.id, ...counts }
  await audit(tx, actor, { action: 'patient.erased', target: targetOf(patient.id), details })
  return { actionId: action.id, counts }
}
