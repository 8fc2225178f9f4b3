import { AppError } from '@readroom/contracts/core/errors'
import type { PrivacyCounts } from '@readroom/contracts/privacy/privacy'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { lockPatient, lockStudiesOfPatient, type PatientRow } from '@readroom/db/patients/patients'
import { deleteListsNaming } from '@readroom/db/people/searched-person'
import { anonymiseStudyRows } from '@readroom/db/privacy/anonymisation'
import {
  countBeingWritten,
  countOfStudies,
  erasePatientRows,
  eraseStudyRows,
  eraseWaitingOrders,
  noteRemovals,
} from '@readroom/db/privacy/erasure'
import { endExportsOf, insertPrivacyAction, listStudiesOfSubject, updatePrivacyAction } from '@readroom/db/privacy/privacy'
import { lockIntake } from '@readroom/db/studies/intake/intake'
import type { StudyRow } from '@readroom/db/studies/studies'
import { emitChanged, emitJob } from '../core/outbox.ts'
import { transition } from '../studies/transition.ts'
import { namesPerson } from './names-person.ts'
import { checkListed, findSubject, idOf, isFinished, targetOf } from './privacy.ts'

const idsOf = (studies: readonly StudyRow[]) => studies.map(({ id }) => id)

const present = (texts: (string | null)[]) => [...new Set(texts.filter((text) => text !== null))]
const namesPatient = (text: string, patient: PatientRow, studies: readonly StudyRow[]): boolean =>
  namesPerson(text, {
    names: present([
      patient.correctedName,
      ...studies.flatMap(({ patientName, dicomPatientName }) => [patientName, dicomPatientName]),
    ]),
    ids: present([patient.patientId, ...studies.map(({ dicomPatientId }) => dicomPatientId)]),
  })
/** Saved lists find a name also without blanks. */
const personOf = (studies: readonly StudyRow[]) => ({
  names: present(studies.flatMap(({ patientName, dicomPatientName, searchName }) => [patientName, dicomPatientName, searchName])),
  ids: present(studies.flatMap(({ patientId, dicomPatientId }) => [patientId, dicomPatientId])),
})

type Removed = { actionId: string; way: 'erase' | 'anonymise'; studies: readonly StudyRow[]; patientRowIds: readonly string[] }

/**
 * Removes studies with everything about them from the database, notes what is to go elsewhere, and tells the pages that showed them. `anonymise`
 * leaves of those that are finished what counts are made of. Saved lists that searched for the patients go too. The action is noted. Returns what
 * went.
 */
export async function removeStudies(tx: Tx<'study'>, { actionId, way, studies, patientRowIds }: Removed): Promise<PrivacyCounts> {
  const counted = await countOfStudies(tx, idsOf(studies))
  const kept = way === 'anonymise' ? studies.filter(isFinished) : []
  const gone = studies.filter((study) => !kept.includes(study))
  await noteRemovals(tx, actionId, idsOf(studies), patientRowIds)
  await endExportsOf(tx, patientRowIds)
  await eraseStudyRows(tx, idsOf(gone))
  await anonymiseStudyRows(tx, idsOf(kept))
  await erasePatientRows(tx, patientRowIds)
  for (const { id, doctorIds, labId } of gone) await emitChanged(tx, id, { formerDoctorIds: doctorIds, formerLabId: labId })
  for (const study of kept) {
    const details = { imagesBefore: study.imageCount, images: 0 }
    await transition(tx, study, 'images_missing', { actorUserId: null, details })
  }
  await emitJob(tx, 'privacy.remove', { actionId })
  const counts = { ...counted, lists: await deleteListsNaming(tx, personOf(studies)) }
  await updatePrivacyAction(tx, { id: actionId }, { counts })
  return counts
}

export type RemovalRequest = { patientId: string; fingerprint: string; reason: string; includeUnfinished: boolean }

/** Throws what refuses a removal. */
async function checkRemovable(tx: Tx, patient: PatientRow, studies: readonly StudyRow[], asked: RemovalRequest): Promise<void> {
  if (!studies.some((study) => asked.patientId === idOf(study))) throw new AppError('PATIENT_ID_DIFFERS')
  checkListed(studies, asked.fingerprint)
  if (patient.holdReason !== null) throw new AppError('PATIENT_ON_HOLD', { reason: patient.holdReason })
  if (namesPatient(asked.reason, patient, studies)) throw new AppError('REASON_NAMES_PATIENT')
  if ((await countBeingWritten(tx, idsOf(studies))) > 0) throw new AppError('REPORT_BEING_WRITTEN')
  const unfinished = studies.filter((study) => !isFinished(study)).length
  if (unfinished > 0 && !asked.includeUnfinished) throw new AppError('STUDIES_UNFINISHED', { count: unfinished })
}

/** The counts of an action before its first removal. */
const nothingYet: PrivacyCounts = { studies: 0, images: 0, reports: 0, documents: 0, comments: 0, lists: 0 }

const ways = {
  erase: { kind: 'erasure', audited: 'patient.erased' },
  anonymise: { kind: 'anonymisation', audited: 'patient.anonymised' },
} as const

/**
 * Erases or anonymises a study's patient: in the database at once, in archive and storage by a job. Throws STUDY_NOT_FOUND, PATIENT_ID_DIFFERS,
 * SUBJECT_CHANGED, PATIENT_ON_HOLD, REASON_NAMES_PATIENT, REPORT_BEING_WRITTEN, STUDIES_UNFINISHED, PRIVACY_UNDER_WAY. Nothing is written then.
 */
export async function removePatient(
  begun: Before<'intake'>,
  actor: Actor,
  { studyId, way, ...asked }: RemovalRequest & { studyId: string; way: Removed['way'] },
): Promise<{ actionId: string; counts: PrivacyCounts }> {
  // Before the studies: nothing that the archive said of them is written any more.
  const [withIntake] = await lockIntake(begun)
  const { patient } = await findSubject(withIntake, actor, studyId)
  const [withStudies] = await lockStudiesOfPatient(withIntake, patient.id)
  const [tx, locked] = await lockPatient(withStudies, patient.id)
  if (!locked) throw new AppError('STUDY_NOT_FOUND')
  const studies = await listStudiesOfSubject(tx, patient.id)
  await checkRemovable(tx, locked, studies, asked)
  const studyIds = idsOf(studies)
  const { kind, audited } = ways[way]
  const by = { requestedBy: actor.userId, reason: asked.reason }
  const action = await insertPrivacyAction(tx, { kind, subjectId: patient.id, ...by, counts: nothingYet, studyIds })
  if (!action) throw new AppError('PRIVACY_UNDER_WAY')
  await eraseWaitingOrders(tx, [patient.id])
  const counts = await removeStudies(tx, { actionId: action.id, way, studies, patientRowIds: [patient.id] })
  await audit(tx, actor, { action: audited, target: targetOf(patient.id), details: { actionId: action.id, ...counts } })
  return { actionId: action.id, counts }
}
