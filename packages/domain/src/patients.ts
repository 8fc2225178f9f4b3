import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import {
  deleteAlias,
  insertAlias,
  insertNextPerson,
  insertPatient,
  isPatientIdTaken,
  listPeopleOfId,
  lockPatient,
  lockPatientId,
  lockStudiesOfPatient,
  type PatientCorrection,
  type PatientRow,
  updatePatient,
} from '@readroom/db/queries/patients'
import { choosePerson, reviewPeople } from './identity-reviews.ts'
import { emitChanged } from './outbox.ts'
import type { Identity } from './patient-identity.ts'

export type ArrivingStudy = {
  labId: string | null
  patientId: string | null
  identity: Identity
  /** Where it has a row already: its own says nothing about the people whom it is compared with. */
  study?: { id: string; patientRowId: string }
}

/**
 * Returns the person whom a study is of by its patient ID and identity, made where there is none. A study that conflicts with everybody who has the
 * ID gets a person of its own, and a review is opened. A missing ID never joins two studies.
 */
export async function patientOfImages(tx: Tx, { labId, patientId, identity, study }: ArrivingStudy): Promise<string> {
  if (patientId === null) {
    const id = await insertPatient(tx, { labId, patientId })
    if (id === null) throw new Error('the patient was not made')
    return id
  }
  const key = { labId, patientId }
  await lockPatientId(tx, key)
  const people = await listPeopleOfId(tx, key, study?.id ?? null)
  const { joined, reason } = choosePerson(people, identity)
  // Nobody else's studies are of its person: that one it keeps.
  const own = people.find((person) => person.patientRowId === study?.patientRowId && !person.hasStudies)
  const patientRowId = joined ?? own?.patientRowId ?? (await insertNextPerson(tx, key))
  if (reason === null) return patientRowId
  const everybody = new Set([...people.map((person) => person.patientRowId), patientRowId])
  const compared = joined === null ? [...everybody] : [patientRowId]
  const known = people.find((person) => person.identityReviewId !== null && compared.includes(person.patientRowId))
  await reviewPeople(tx, { labId, reviewId: known?.identityReviewId ?? null, reason, patientRowIds: compared })
  return patientRowId
}

async function changeId(tx: Tx, { id, labId, patientId: former }: PatientRow, wanted: string): Promise<void> {
  if (await isPatientIdTaken(tx, { labId, patientId: wanted }, id)) throw new AppError('PATIENT_ID_TAKEN', { patientId: wanted })
  await deleteAlias(tx, { labId, patientId: wanted }, id)
  if (former !== null) await insertAlias(tx, { labId, patientId: former }, id)
}

/**
 * Corrects what scanners said of a patient; the studies show it at once, and images that arrive late under a former id still find the patient.
 * `version` is the one that was read. Throws PATIENT_NOT_FOUND, CONFLICT, PATIENT_ID_TAKEN.
 */
export async function correctPatient(
  tx: Tx,
  actor: Actor,
  { patientRowId, version, correction }: { patientRowId: string; version: number; correction: PatientCorrection },
): Promise<void> {
  const studyIds = await lockStudiesOfPatient(tx, patientRowId)
  const patient = await lockPatient(tx, patientRowId)
  if (!patient) throw new AppError('PATIENT_NOT_FOUND')
  if (patient.version !== version) throw new AppError('CONFLICT')
  const { patientId } = correction
  if (patientId && patientId !== patient.patientId) await changeId(tx, patient, patientId)
  await updatePatient(tx, patientRowId, correction)
  for (const studyId of studyIds) await emitChanged(tx, studyId)
  const target = { type: 'patient', id: patientRowId }
  await audit(tx, actor, { action: 'patient.corrected', target, details: { changed: Object.keys(correction) } })
}
