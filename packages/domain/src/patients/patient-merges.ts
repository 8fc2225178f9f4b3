import { AppError } from '@readroom/contracts/core/errors'
import type { MergeOrder } from '@readroom/contracts/patients/patient-merges'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listStudiesOfPeople, lockStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import {
  findMerge,
  insertMerge,
  insertMergeDeliveries,
  type KnownId,
  listKnownIds,
  markMergeUndone,
  type PatientMergeRow,
} from '@readroom/db/patients/patient-merges'
import { lockPatientIds, lockPatients, type PatientKey, type PatientRow } from '@readroom/db/patients/patients'
import type { StudyRow } from '@readroom/db/studies/studies'
import { emitChanged } from '../core/outbox.ts'
import { reviewPeople } from './identity-reviews.ts'
import { fingerprintOf } from './identity-studies.ts'
import { compareIdentities, type Identity } from './patient-identity.ts'
import { separatePeople, unitePeople } from './person-records.ts'
import { moveStudies } from './study-moves.ts'

/** The account or the connected system that merges. */
export type Merger = { userId: string | null; address: string; sender: string; reason: string | null }

type MergingTx = Tx<'study' | 'patientId' | 'patient'> & Before<'patient'>

/** Several people, locked with all that may change whose studies are theirs. */
export type LockedPeople = { tx: MergingTx; people: PatientRow[]; studies: StudyRow[]; knownIds: KnownId[] }

/**
 * Locks people with their studies and all their patient IDs, and these further IDs. Throws CONFLICT if one of them got a study or an ID at the same
 * moment: the same again succeeds.
 */
export async function lockPeople(
  begun: Before<'study'>,
  patientRowIds: readonly string[],
  furtherIds: readonly PatientKey[] = [],
): Promise<LockedPeople> {
  const before = await listKnownIds(begun, patientRowIds)
  const [withStudies, locked] = await lockStudiesOfPeople(begun, patientRowIds)
  const [withIds] = await lockPatientIds(withStudies, [...before, ...furtherIds])
  const [tx, people] = await lockPatients(withIds, patientRowIds)
  const studies = await listStudiesOfPeople(tx, patientRowIds)
  const knownIds = await listKnownIds(tx, patientRowIds)
  const isSame =
    studies.every(({ id }) => locked.includes(id)) &&
    knownIds.every(({ patientId }) => before.some((known) => known.patientId === patientId))
  if (!isSame) throw new AppError('CONFLICT')
  return { tx, people, studies, knownIds }
}

const identityOf = ({ patientName, patientBirthDate, patientSex }: StudyRow): Identity => ({
  name: patientName,
  birthDate: patientBirthDate,
  sex: patientSex,
})

const studiesOf = (studies: readonly StudyRow[], { id }: PatientRow) => studies.filter(({ patientRowId }) => patientRowId === id)

const tell = async (tx: Tx, studies: readonly StudyRow[]) => {
  for (const { id } of studies) await emitChanged(tx, id)
}

/** Gives everything of a person to another one, whose ID the studies show from now on. The former ID leads to that person. */
export async function mergeLocked(
  { tx, studies }: LockedPeople,
  by: Merger,
  { from, into }: { from: PatientRow; into: PatientRow },
): Promise<void> {
  if (into.labId === null || from.labId !== into.labId) throw new AppError('PATIENTS_OF_OTHER_LABORATORIES')
  const [moving, own] = [studiesOf(studies, from), studiesOf(studies, into)]
  const ownStudies = own.map(({ id }) => id)
  const moves = moving.map(({ id }) => ({ studyId: id, from: from.id, to: into.id }))
  const union = await unitePeople(tx, { from, into, withCorrections: own.length === 0 })
  await moveStudies(tx, {
    mover: by,
    studies: moving,
    destinationOf: ({ labId }) => ({ labId, patientRowId: into.id }),
    alsoMatched: ownStudies,
  })
  const { userId: mergedBy, sender, reason } = by
  const rows = { labId: into.labId, fromRowId: from.id, intoRowId: into.id }
  const mergeId = await insertMerge(tx, { ...rows, moves, union, ownStudies, reason, mergedBy, sender })
  await insertMergeDeliveries(tx, mergeId, 'patient_merged')
  for (const { id } of [from, into]) {
    const details = { from: from.id, into: into.id, studies: moves.length, source: mergedBy === null ? 'hl7' : 'manual' }
    await audit(tx, by, { action: 'patient.merged', target: { type: 'patient', id }, details })
  }
  await tell(tx, [...moving, ...own])
}

/** Returns a hash of two people as somebody compared them: of their names, studies, records and documents. */
export function mergeFingerprint(people: readonly PatientRow[], studies: readonly StudyRow[]): string {
  const records = people.map(({ id, version, nextDocument }) => `${id} ${version} ${nextDocument}`).toSorted()
  return [fingerprintOf(studies), ...records].join(' ')
}

/**
 * Merges two people of a laboratory. Throws PATIENT_NOT_FOUND, PATIENT_MERGE_CHANGED if one of them changed since they were compared,
 * PATIENT_MERGE_REVIEWED, PATIENTS_OF_OTHER_LABORATORIES, and CONFLICT if something came at the same moment. Returns the studies of both.
 */
export async function mergePatients(
  begun: Before<'study'>,
  actor: Actor,
  { fromPersonId, intoPersonId, fingerprint, reason }: MergeOrder,
): Promise<string[]> {
  const locked = await lockPeople(begun, [fromPersonId, intoPersonId])
  const [from, into] = [fromPersonId, intoPersonId].map((id) => locked.people.find((person) => person.id === id))
  if (!from || !into) throw new AppError('PATIENT_NOT_FOUND')
  const isStale = mergeFingerprint(locked.people, locked.studies) !== fingerprint
  if (isStale || from === into || from.mergedInto !== null || into.mergedInto !== null) {
    throw new AppError('PATIENT_MERGE_CHANGED')
  }
  if (from.identityReviewId !== null || into.identityReviewId !== null) throw new AppError('PATIENT_MERGE_REVIEWED')
  const by = { userId: actor.userId, address: actor.address, sender: '', reason }
  await mergeLocked(locked, by, { from, into })
  return locked.studies.map(({ id }) => id)
}

/** Returns the studies that came since a merge under an ID of the person who was merged. */
function arrivedSince(merge: PatientMergeRow, studies: readonly StudyRow[], ids: ReadonlySet<string>): StudyRow[] {
  const known = new Set([...merge.ownStudies, ...merge.moves.map(({ studyId }) => studyId)])
  return studies.filter(
    ({ id, patientRowId, dicomPatientId }) =>
      patientRowId === merge.intoRowId && !known.has(id) && dicomPatientId !== null && ids.has(dicomPatientId),
  )
}

/** Returns true if a study's identity contradicts all that a person's studies show. A person without studies contradicts nothing. */
function isSomebodyElses(study: StudyRow, own: readonly StudyRow[]): boolean {
  const found = own.map((each) => compareIdentities(identityOf(each), identityOf(study)).agreement)
  return found.length > 0 && found.every((agreement) => agreement === 'conflicting')
}

/** Opens a review of two people because studies that came since their merge fit neither the ID nor the identity of one of them. */
async function review(tx: Before<'patient'>, { labId, fromRowId, intoRowId }: PatientMergeRow): Promise<void> {
  const reason = 'After a merge was undone, studies under the ID of one patient show the identity of somebody else.'
  await reviewPeople(tx, { labId, reviewId: null, reason, patientRowIds: [fromRowId, intoRowId] })
}

/**
 * Undoes a merge: what it moved goes back if it is still there, and so do images that came since under the former ID, unless they show somebody else.
 * Throws PATIENT_MERGE_NOT_FOUND, PATIENT_MERGE_CHANGED if it was undone already, PATIENT_MERGED_LATER, and CONFLICT if something came at the same
 * moment. Returns the studies of both people.
 */
export async function unmergePatients(begun: Before<'study'>, actor: Actor, mergeId: string): Promise<string[]> {
  const asked = await findMerge(begun, mergeId)
  if (!asked) throw new AppError('PATIENT_MERGE_NOT_FOUND')
  const { tx, people, studies } = await lockPeople(begun, [asked.fromRowId, asked.intoRowId])
  const merge = await findMerge(tx, mergeId)
  const [from, into] = [asked.fromRowId, asked.intoRowId].map((id) => people.find((person) => person.id === id))
  if (!merge || !from || !into) throw new AppError('PATIENT_MERGE_NOT_FOUND')
  if (merge.undoneAt !== null || from.mergedInto !== into.id) throw new AppError('PATIENT_MERGE_CHANGED')
  if (into.mergedInto !== null) throw new AppError('PATIENT_MERGED_LATER')
  const moved = new Set(merge.moves.map(({ studyId }) => studyId))
  const back = studiesOf(studies, into).filter(({ id }) => moved.has(id))
  const ids = new Set((await listKnownIds(tx, [from.id])).map(({ patientId }) => patientId))
  const arrived = arrivedSince(merge, studies, ids)
  const foreign = arrived.filter((study) => isSomebodyElses(study, back))
  const returning = [...back, ...arrived.filter((study) => !foreign.includes(study))]
  await separatePeople(tx, people, merge.union)
  await moveStudies(tx, {
    mover: actor,
    studies: returning,
    destinationOf: ({ labId }) => ({ labId, patientRowId: from.id }),
    alsoMatched: studies.map(({ id }) => id),
    parted: [merge.union],
  })
  await markMergeUndone(tx, mergeId, actor.userId)
  await insertMergeDeliveries(tx, mergeId, 'patient_unmerged')
  // Both people are locked already.
  if (foreign.length > 0) await review(begun, merge)
  for (const { id } of [from, into]) {
    const details = { from: from.id, into: into.id, studies: returning.length }
    await audit(tx, actor, { action: 'patient.unmerged', target: { type: 'patient', id }, details })
  }
  await tell(tx, studies)
  return studies.map(({ id }) => id)
}
