import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { type Before, type Passed, passed } from '@readroom/db/core/locks'
import { listStudyIdsOf } from '@readroom/db/patients/documents'
import {
  deleteAlias,
  insertAlias,
  insertNextPerson,
  insertPatient,
  isPatientIdTaken,
  listPeopleOfId,
  lockPatientId,
  type PatientCorrection,
  type PatientRow,
  updatePatient,
} from '@readroom/db/patients/patients'
import { emitChanged } from '../core/outbox.ts'
import { choosePerson, reviewPeople } from './identity-reviews.ts'
import type { Identity } from './patient-identity.ts'

export type ArrivingStudy = {
  labId: string | null
  patientId: string | null
  identity: Identity
  /** If it has a row already: its own says nothing about the people whom it is compared with. */
  study?: { id: string; patientRowId: string }
  /** The people from whom an administrator told the study's patient apart: nobody asks again. */
  apart?: readonly string[]
}

/**
 * Returns the person whom a study is of by its patient ID and identity, made if there is none. A study that conflicts with everybody who has the
 * ID gets a person of its own, and a review is opened. A missing ID never joins two studies.
 */
export async function patientOfImages<T extends Before<'patientId'>>(
  begun: T,
  { labId, patientId, identity, study, apart = [] }: ArrivingStudy,
): Promise<[tx: Passed<T, 'patient'>, patientRowId: string]> {
  if (patientId === null) {
    const id = await insertPatient(begun, { labId, patientId })
    if (id === null) throw new Error('the patient was not made')
    return passed(begun, 'patient', id)
  }
  const key = { labId, patientId }
  const [tx] = await lockPatientId(begun, key)
  const everyone = await listPeopleOfId(tx, key, study?.id ?? null)
  const people = everyone.filter((person) => !apart.includes(person.patientRowId))
  const { joined, reason } = choosePerson(people, identity)
  // Nobody else's studies are of its person: that one it keeps.
  const own = people.find((person) => person.patientRowId === study?.patientRowId && !person.hasStudies)
  const patientRowId = joined ?? own?.patientRowId ?? (await insertNextPerson(tx, key))
  if (reason === null) return passed(begun, 'patient', patientRowId)
  const everybody = new Set([...people.map((person) => person.patientRowId), patientRowId])
  const compared = joined === null ? [...everybody] : [patientRowId]
  const known = people.find((person) => person.identityReviewId !== null && compared.includes(person.patientRowId))
  await reviewPeople(tx, { labId, reviewId: known?.identityReviewId ?? null, reason, patientRowIds: compared })
  return passed(begun, 'patient', patientRowId)
}

async function changeId(tx: Tx, { id, labId, patientId: former }: PatientRow, wanted: string): Promise<void> {
  if (await isPatientIdTaken(tx, { labId, patientId: wanted }, id)) throw new AppError('PATIENT_ID_TAKEN', { patientId: wanted })
  await deleteAlias(tx, { labId, patientId: wanted }, id)
  if (former !== null) await insertAlias(tx, { labId, patientId: former }, id)
}

/**
 * Corrects what scanners said of a patient; the studies show it at once, and images that arrive late under a former id still find the patient.
 * Throws PATIENT_ID_TAKEN.
 */
export async function correctPatient(
  tx: Tx<'study' | 'patient'>,
  actor: Actor,
  { patient, correction }: { patient: PatientRow; correction: PatientCorrection },
): Promise<void> {
  const { patientId } = correction
  if (patientId && patientId !== patient.patientId) await changeId(tx, patient, patientId)
  // A field that people write is theirs: messages no longer write over it.
  const hl7Fields = patient.hl7Fields.filter((field) => correction[field] === undefined)
  await updatePatient(tx, patient.id, { ...correction, hl7Fields })
  for (const studyId of await listStudyIdsOf(tx, [patient.id])) await emitChanged(tx, studyId)
  const target = { type: 'patient', id: patient.id }
  await audit(tx, actor, { action: 'patient.corrected', target, details: { changed: Object.keys(correction) } })
}
