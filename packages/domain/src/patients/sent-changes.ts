import { AppError } from '@readroom/contracts/core/errors'
import type { SentChange, SentField, SentPatient } from '@readroom/contracts/patients/sent-changes'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listStudyIdsOf } from '@readroom/db/patients/documents'
import { wasMergeUndone } from '@readroom/db/patients/patient-merges'
import {
  insertNextPerson,
  listPatients,
  listPeopleOfId,
  type NamedPerson,
  type PatientKey,
  type PatientRow,
  updatePatient,
} from '@readroom/db/patients/patients'
import { keepWaitingChange, removeWaitingChange } from '@readroom/db/patients/waiting-changes'
import { emitChanged } from '../core/outbox.ts'
import { choosePerson } from './identity-reviews.ts'
import { compareIdentities, type Identity } from './patient-identity.ts'
import { type LockedPeople, lockPeople, mergeLocked } from './patient-merges.ts'
import { valuesOf } from './sent-values.ts'

/** A connected system that describes and merges patients of one laboratory. */
export type ChangeSender = { labId: string; name: string; address: string }

/**
 * The result of a change. `waiting`: it was kept for a person, who must look; `note` says why. `studyIds`: the studies that look different now.
 */
export type SentResult = { state: 'applied' | 'waiting'; note: string | null; studyIds: string[] }

const done = (studyIds: string[], note: string | null = null): SentResult => ({ state: 'applied', note, studyIds })

const asActor = ({ address }: ChangeSender) => ({ userId: null, address })

/** Keeps a change for a person, with the reason. */
export async function keepForPerson(
  tx: Tx,
  sender: ChangeSender,
  change: SentChange,
  reason: string,
  studyIds: string[] = [],
): Promise<SentResult> {
  const { patientId, name, birthDate, sex } = change.patient
  const id = await keepWaitingChange(tx, {
    labId: sender.labId,
    sender: sender.name,
    kind: change.kind,
    patientId,
    previousId: change.kind === 'update' ? '' : change.previousId,
    patientName: name ?? null,
    birthDate: birthDate ?? null,
    sex: sex ?? null,
    reason,
  })
  const target = { type: 'patient_change', id }
  await audit(tx, asActor(sender), {
    action: 'patient_change.waiting',
    target,
    details: { kind: change.kind, labId: sender.labId },
  })
  return { state: 'waiting', note: reason, studyIds }
}

const rowIdsOf = (people: readonly NamedPerson[]) => [...new Set(people.map(({ patientRowId }) => patientRowId))]

/** Throws CONFLICT if other people have an ID than before they were locked. */
function checkSame(before: readonly NamedPerson[], now: readonly NamedPerson[]): void {
  const [one, other] = [rowIdsOf(before), rowIdsOf(now)]
  if (one.length !== other.length || one.some((id) => !other.includes(id))) throw new AppError('CONFLICT')
}

const identityOf = ({ name, birthDate, sex }: SentPatient): Identity => ({
  name: name ?? null,
  birthDate: birthDate ?? null,
  sex: sex ?? null,
})

type Finding = 'agreeing' | 'conflicting' | 'incomparable'

/** Compares all identities of two people: one pair that is the same is enough. Somebody of whom only the ID is known agrees with everybody. */
function findingOf(ones: readonly Identity[], others: readonly Identity[]): Finding {
  const found = ones.flatMap((one) => others.map((other) => compareIdentities(one, other)))
  if (found.length === 0 || found.some(({ agreement }) => agreement === 'same')) return 'agreeing'
  if (found.some(({ agreement }) => agreement === 'conflicting')) return 'conflicting'
  return found.some(({ differing }) => differing.length > 0) ? 'agreeing' : 'incomparable'
}

const isKnown = ({ hasStudies, name, birthDate, sex }: NamedPerson) => hasStudies || (name ?? birthDate ?? sex) !== null

const doubts: Record<Exclude<Finding, 'agreeing'>, string> = {
  conflicting: 'Name, birth date or sex of the message contradict those of the patient.',
  incomparable: 'Name and birth date of the message cannot be compared with those of the patient.',
}

const fieldWords: Record<SentField, string> = {
  correctedName: 'name (PID-5)',
  correctedBirthDate: 'birth date (PID-7)',
  correctedSex: 'sex (PID-8)',
  contactPhone: 'phone number (PID-13)',
  contactEmail: 'email address (PID-13)',
  address: 'address (PID-11)',
}

/** The note of an update of an ID that no images have. */
export const nobodyKnown = 'No patient here has the ID of PID-3. Nothing was changed.'

async function update(begun: Before<'study'>, sender: ChangeSender, change: SentChange): Promise<SentResult> {
  const { patient: sent } = change
  const key = { labId: sender.labId, patientId: sent.patientId }
  const before = await listPeopleOfId(begun, key, null)
  const { tx, people } = await lockPeople(begun, rowIdsOf(before), [key])
  const named = await listPeopleOfId(tx, key, null)
  checkSame(before, named)
  if (named.length === 0) return done([], nobodyKnown)
  const { row, obstacle } = personOf(change, named)
  if (obstacle !== null) return keepForPerson(tx, sender, change, obstacle)
  const patient = people.find(({ id }) => id === row)
  if (!patient) throw new AppError('CONFLICT')
  if (patient.identityReviewId !== null) return keepForPerson(tx, sender, change, 'The patient is under an identity review.')
  return writeValues(tx, sender, { change, patient, identities: named.filter(({ patientRowId }) => patientRowId === row) })
}

type Chosen = { row: string; obstacle: null } | { row: null; obstacle: string }

/** Returns the person whom an update is about, or the reason why nobody can tell. */
function personOf({ patient }: SentChange, named: readonly NamedPerson[]): Chosen {
  const identity = identityOf(patient)
  const [first = '', ...others] = rowIdsOf(named)
  if (others.length > 0) {
    const { joined, reason } = choosePerson(named, identity)
    const isClear = joined !== null && reason === null && named.some(isKnown)
    return isClear ? { row: joined, obstacle: null } : { row: null, obstacle: 'Several people have the ID of PID-3.' }
  }
  const finding = findingOf([identity], named.filter(isKnown))
  return finding === 'agreeing' ? { row: first, obstacle: null } : { row: null, obstacle: doubts[finding] }
}

type Written = { change: SentChange; patient: PatientRow; identities: readonly NamedPerson[] }

/** Writes what a message says of a person. What people wrote otherwise stays, and waits. */
async function writeValues(
  tx: LockedPeople['tx'],
  sender: ChangeSender,
  { change, patient, identities }: Written,
): Promise<SentResult> {
  const shown = identities.filter(({ hasStudies }) => hasStudies)
  const { correction, hl7Fields, kept } = valuesOf(change.patient, patient, shown)
  const changed = Object.keys(correction)
  const studyIds = changed.length > 0 ? await listStudyIdsOf(tx, [patient.id]) : []
  if (changed.length > 0) {
    await updatePatient(tx, patient.id, { ...correction, hl7Fields })
    for (const studyId of studyIds) await emitChanged(tx, studyId)
    const details = { changed, source: 'hl7' }
    await audit(tx, asActor(sender), { action: 'patient.corrected', target: { type: 'patient', id: patient.id }, details })
  }
  if (kept.length === 0) return done(studyIds)
  const words = kept.map((field) => fieldWords[field]).join(', ')
  return keepForPerson(tx, sender, change, `The message differs from values entered by hand: ${words}.`, studyIds)
}

type Pair = { from: PatientRow; into: PatientRow }

/** Returns the reason for which only a person may merge these two, or null. */
async function obstacleOf(
  tx: Tx,
  change: SentChange,
  { from, into }: Pair,
  named: readonly NamedPerson[],
): Promise<string | null> {
  const of = ({ id }: PatientRow) => named.filter((person) => person.patientRowId === id && isKnown(person))
  const said = [identityOf(change.patient)]
  if (from.identityReviewId !== null || into.identityReviewId !== null) return 'One of the patients is under an identity review.'
  if (await wasMergeUndone(tx, from.id, into.id)) return 'An administrator undid this merge before.'
  if (change.kind === 'changeId' && of(into).length > 0) return 'The new ID of PID-3 belongs to another patient.'
  for (const finding of [findingOf(said, of(into)), findingOf(said, of(from))]) {
    if (finding !== 'agreeing') return doubts[finding]
  }
  return findingOf(of(from), of(into)) === 'conflicting' ? 'The two patients have different identities.' : null
}

/** Returns the one person with an ID, made if there is none. */
async function onePerson(
  tx: LockedPeople['tx'],
  people: readonly PatientRow[],
  key: PatientKey,
  rowIds: readonly string[],
): Promise<PatientRow> {
  const [id = await insertNextPerson(tx, key)] = rowIds
  const known = people.find((person) => person.id === id)
  const [made] = known ? [known] : await listPatients(tx, [id])
  if (!made) throw new AppError('CONFLICT')
  return made
}

async function merge(
  begun: Before<'study'>,
  sender: ChangeSender,
  change: Exclude<SentChange, { kind: 'update' }>,
): Promise<SentResult> {
  const { labId } = sender
  const fromKey = { labId, patientId: change.previousId }
  const intoKey = { labId, patientId: change.patient.patientId }
  if (fromKey.patientId === intoKey.patientId) throw new AppError('PATIENT_ID_SAME')
  const list = async (tx: Tx) => ({
    from: await listPeopleOfId(tx, fromKey, null),
    into: await listPeopleOfId(tx, intoKey, null),
  })
  const before = await list(begun)
  const locked = await lockPeople(begun, rowIdsOf([...before.from, ...before.into]), [fromKey, intoKey])
  const { tx, people, studies } = locked
  const now = await list(tx)
  checkSame(before.from, now.from)
  checkSame(before.into, now.into)
  const [fromIds, intoIds] = [rowIdsOf(now.from), rowIdsOf(now.into)]
  if (fromIds.length > 1) return keepForPerson(tx, sender, change, 'Several people have the ID of MRG-1.')
  if (intoIds.length > 1) return keepForPerson(tx, sender, change, 'Several people have the ID of PID-3.')
  if (fromIds[0] !== undefined && fromIds[0] === intoIds[0]) {
    const isReverse = people[0]?.patientId === change.previousId
    return isReverse ? keepForPerson(tx, sender, change, 'These patients were merged the other way round.') : done([])
  }
  const pair = {
    from: await onePerson(tx, people, fromKey, fromIds),
    into: await onePerson(tx, people, intoKey, intoIds),
  }
  const obstacle = await obstacleOf(tx, change, pair, [...now.from, ...now.into])
  if (obstacle !== null) return keepForPerson(tx, sender, change, obstacle)
  await mergeLocked(locked, { ...asActor(sender), sender: sender.name, reason: null }, pair)
  return done(studies.map(({ id }) => id))
}

/**
 * Does what a connected system says of a patient of its laboratory, or keeps it for a person if it is not certain
 * (docs/decisions/patients/patient-merge.md). Throws PATIENT_ID_SAME for a merge of an ID into itself, and CONFLICT if something came at the same
 * moment: the same again succeeds.
 */
export function receiveSentChange(begun: Before<'study'>, sender: ChangeSender, change: SentChange): Promise<SentResult> {
  return change.kind === 'update' ? update(begun, sender, change) : merge(begun, sender, change)
}

/** Removes a change that waits. Throws PATIENT_CHANGE_NOT_FOUND if it is gone, or was sent again since `receivedAt`. */
export async function closeWaitingChange(
  tx: Tx,
  actor: Actor,
  { changeId, receivedAt }: { changeId: string; receivedAt: string },
): Promise<void> {
  if (!(await removeWaitingChange(tx, changeId, new Date(receivedAt)))) throw new AppError('PATIENT_CHANGE_NOT_FOUND')
  await audit(tx, actor, { action: 'patient_change.closed', target: { type: 'patient_change', id: changeId } })
}
