import { AppError } from '@readroom/contracts/core/errors'
import type { IdentityDecision, IdentityMove, IdentityUnion } from '@readroom/contracts/patients/identity-reviews'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listStudyIdsOf } from '@readroom/db/patients/documents'
import {
  addToReview,
  closeReview,
  findStandingDecision,
  type IdentityReviewRow,
  insertDecision,
  insertReview,
  listPeopleOfReview,
  listStudiesOfPeople,
  lockReview,
  lockStudiesOfPeople,
  markUndone,
  removeFromReview,
  setReviewState,
  unmarkPeople,
} from '@readroom/db/patients/identity-reviews'
import {
  insertNextPerson,
  insertPatient,
  listPatients,
  lockPatientIds,
  lockPatients,
  type NamedPerson,
  type PatientKey,
  type PatientRow,
} from '@readroom/db/patients/patients'
import type { StudyRow } from '@readroom/db/studies/studies'
import { emitChanged } from '../core/outbox.ts'
import { type Comparison, compareIdentities, type Identity } from './patient-identity.ts'
import { separatePeople, unitePeople } from './person-records.ts'
import { moveStudies } from './study-moves.ts'

/** Compares an identity with all that a person's studies show: one that agrees is enough, one that conflicts outweighs doubts. */
function compareWith(identities: readonly NamedPerson[], identity: Identity): Comparison {
  const found = identities.map((known) => compareIdentities(known, identity))
  const pick = (agreement: Comparison['agreement']) => found.find((one) => one.agreement === agreement)
  const best = pick('same') ?? pick('conflicting') ?? pick('unsure')
  if (!best) throw new Error('a person has at least one identity')
  return best
}

/** A person without studies and corrections: nothing is known of them but the ID. */
const isBlank = ({ hasStudies, name, birthDate, sex }: NamedPerson) =>
  !hasStudies && name === null && birthDate === null && sex === null

const sharedByAll = 'The identity agrees with several people who have this patient ID.'

/**
 * Chooses whom of the people with one patient ID a study is of. `joined` is null if it conflicts with all of them, or agrees with several;
 * `reason` is null if nobody has to look.
 */
export function choosePerson(
  people: readonly NamedPerson[],
  identity: Identity,
): { joined: string | null; reason: string | null } {
  const known = people.filter((person) => !isBlank(person))
  if (known.length === 0) return { joined: people[0]?.patientRowId ?? null, reason: null }
  const ids = [...new Set(known.map(({ patientRowId }) => patientRowId))]
  const compared = ids.map((patientRowId) => {
    const identities = known.filter((person) => person.patientRowId === patientRowId)
    const { agreement, reason } = compareWith(identities, identity)
    return { patientRowId, agreement, reason }
  })
  const same = compared.filter(({ agreement }) => agreement === 'same')
  const possible = same.length > 0 ? same : compared.filter(({ agreement }) => agreement === 'unsure')
  const [match, ...others] = possible
  if (!match) return { joined: null, reason: compared[0]?.reason ?? null }
  if (others.length > 0) return { joined: null, reason: sharedByAll }
  return { joined: match.patientRowId, reason: match.agreement === 'same' ? null : match.reason }
}

type Opened = { labId: string | null; reviewId: string | null; reason: string; patientRowIds: readonly string[] }

/** Puts people under a review, a new one without `reviewId`, and tells the pages that show their studies. */
export async function reviewPeople(begun: Before<'patient'>, { labId, reviewId, reason, patientRowIds }: Opened): Promise<void> {
  const [tx] = await lockPatients(begun, patientRowIds)
  const id = reviewId ?? (await insertReview(tx, { labId, reason }))
  const marked = await addToReview(tx, id, patientRowIds)
  for (const studyId of await listStudyIdsOf(tx, marked)) await emitChanged(tx, studyId)
}

/** Takes a person without studies out of their open review. It ends if it compares nobody any more. */
export async function leaveReview(begun: Before<'patient'>, patientRowId: string): Promise<void> {
  const [person] = await listPatients(begun, [patientRowId])
  if (!person?.identityReviewId) return
  const reviewId = person.identityReviewId
  const ids = await listPeopleOfReview(begun, reviewId)
  const [withPeople] = await lockPatients(begun, ids)
  const [tx, review] = await lockReview(withPeople, reviewId)
  const studies = await listStudiesOfPeople(tx, ids)
  const left = new Set(studies.map((study) => study.patientRowId))
  if (review?.state !== 'open' || left.has(patientRowId)) return
  await removeFromReview(tx, reviewId, patientRowId)
  if (left.size < 2) await closeReview(tx, reviewId)
  for (const { id } of studies) await emitChanged(tx, id)
}

/** Returns the patient IDs of the people of a review. They share one, unless somebody's ID was corrected. */
async function listKeys(tx: Tx, patientRowIds: readonly string[]): Promise<PatientKey[]> {
  const keys = new Map<string, PatientKey>()
  for (const { labId, patientId } of await listPatients(tx, patientRowIds))
    if (patientId !== null) keys.set(patientId, { labId, patientId })
  return [...keys.values()]
}

type LockedReview = {
  tx: Tx<'study' | 'patientId' | 'patient' | 'identityReview'>
  /** The same transaction, for moves: the people whom they lock are locked already. */
  moving: Tx<'study'> & Before<'patient'>
  review: IdentityReviewRow
  people: PatientRow[]
  studies: StudyRow[]
  studyIds: string[]
}

/** Locks a review with its people and their studies. Throws IDENTITY_REVIEW_NOT_FOUND, IDENTITY_REVIEW_CHANGED. */
async function lockAll(
  begun: Before<'study'>,
  reviewId: string,
  { version, state }: Pick<IdentityReviewRow, 'version' | 'state'>,
): Promise<LockedReview> {
  const ids = await listPeopleOfReview(begun, reviewId)
  const [withStudies] = await lockStudiesOfPeople(begun, ids)
  const [withIds] = await lockPatientIds(withStudies, await listKeys(withStudies, ids))
  const [withPeople, people] = await lockPatients(withIds, ids)
  const [tx, review] = await lockReview(withPeople, reviewId)
  if (!review) throw new AppError('IDENTITY_REVIEW_NOT_FOUND')
  if (review.version !== version || review.state !== state) throw new AppError('IDENTITY_REVIEW_CHANGED')
  const studies = await listStudiesOfPeople(tx, ids)
  return { tx, moving: withPeople, review, people, studies, studyIds: studies.map(({ id }) => id) }
}

/** Every study of the review exactly once, and every person at most once. */
function checkComplete({ people, studyIds }: LockedReview, groups: IdentityDecision['people']): void {
  const named = groups.flatMap((group) => group.studyIds)
  const persons = groups.flatMap(({ personId }) => (personId === null ? [] : [personId]))
  const known = new Set(people.map(({ id }) => id))
  const isComplete =
    new Set(named).size === named.length && named.length === studyIds.length && studyIds.every((id) => named.includes(id))
  const areKnown = new Set(persons).size === persons.length && persons.every((id) => known.has(id))
  if (!isComplete || !areKnown) throw new AppError('IDENTITY_REVIEW_CHANGED')
}

async function makePerson(tx: Tx<'patientId'>, { labId, patientId }: PatientRow): Promise<string> {
  if (patientId !== null) return insertNextPerson(tx, { labId, patientId })
  const id = await insertPatient(tx, { labId, patientId })
  if (id === null) throw new Error('the patient was not made')
  return id
}

/** The person whom the first of these studies is of until now: a new person gets the same patient ID. */
function ownerOf({ people, studies }: LockedReview, studyIds: readonly string[]): PatientRow {
  const first = studies.find(({ id }) => id === studyIds[0])
  const owner = people.find(({ id }) => id === first?.patientRowId)
  if (!owner) throw new AppError('IDENTITY_REVIEW_CHANGED')
  return owner
}

/** The one person who got all studies of another, or null. */
function heirOf(moves: readonly IdentityMove[], from: string): string | null {
  const heirs = new Set(moves.filter((one) => one.from === from).map(({ to }) => to))
  const [heir, ...others] = [...heirs]
  return heir !== undefined && others.length === 0 ? heir : null
}

async function uniteEmptied(
  tx: Tx<'patient'>,
  { people }: LockedReview,
  moves: readonly IdentityMove[],
  kept: ReadonlySet<string>,
) {
  const unions: IdentityUnion[] = []
  for (const from of people.filter(({ id }) => !kept.has(id))) {
    const into = people.find(({ id }) => id === heirOf(moves, from.id))
    if (into) unions.push(await unitePeople(tx, { from, into, withCorrections: false }))
  }
  return unions
}

const tell = async (tx: Tx, studyIds: readonly string[]) => {
  for (const studyId of studyIds) await emitChanged(tx, studyId)
}

async function record(
  tx: Tx,
  actor: Actor,
  action: 'identity.decided' | 'identity.undone',
  { people, review }: LockedReview,
  details: object,
) {
  for (const { id } of people)
    await audit(tx, actor, { action, target: { type: 'patient', id }, details: { reviewId: review.id, ...details } })
}

/** Moves studies of a review between its people, and looks for the orders of all of its studies again. */
async function moveAll(
  { moving, studies, studyIds }: LockedReview,
  actor: Actor,
  { moves, parted = [] }: { moves: readonly IdentityMove[]; parted?: readonly IdentityUnion[] },
): Promise<void> {
  const receivers = new Map(moves.map(({ studyId, to }) => [studyId, to]))
  await moveStudies(moving, {
    mover: actor,
    studies,
    destinationOf: ({ id, labId, patientRowId }) => ({ labId, patientRowId: receivers.get(id) ?? patientRowId }),
    alsoMatched: studyIds,
    parted,
  })
}

/**
 * Decides which studies of a review are of which person. Throws IDENTITY_REVIEW_NOT_FOUND, and IDENTITY_REVIEW_CHANGED if the review or its
 * studies are no longer those that were listed. Nothing is written then.
 */
export async function decideReview(
  begun: Before<'study'>,
  actor: Actor,
  { reviewId, version, people: groups }: IdentityDecision & { reviewId: string },
): Promise<void> {
  const locked = await lockAll(begun, reviewId, { version, state: 'open' })
  const { tx } = locked
  checkComplete(locked, groups)
  const moves: IdentityMove[] = []
  const kept = new Set<string>()
  for (const { personId, studyIds } of groups) {
    const to = personId ?? (await makePerson(tx, ownerOf(locked, studyIds)))
    kept.add(to)
    for (const { id: studyId, patientRowId: from } of locked.studies)
      if (studyIds.includes(studyId) && from !== to) moves.push({ studyId, from, to })
  }
  const unions = await uniteEmptied(tx, locked, moves, kept)
  await moveAll(locked, actor, { moves })
  await addToReview(tx, reviewId, [...kept])
  await unmarkPeople(tx, reviewId)
  await setReviewState(tx, reviewId, 'decided')
  const outcome = groups.length === 1 ? 'same' : 'different'
  await insertDecision(tx, { reviewId, outcome, people: groups.length, moves, unions, decidedBy: actor.userId })
  await record(tx, actor, 'identity.decided', locked, { outcome, people: groups.length, moves: moves.length })
  await tell(tx, locked.studyIds)
}

/** Throws PATIENT_MERGED_LATER if one of the people was merged into somebody else since. */
function checkUnmerged(people: readonly PatientRow[], unions: readonly IdentityUnion[]): void {
  const joined = new Set(unions.map(({ from }) => from))
  if (people.some(({ id, mergedInto }) => mergedInto !== null && !joined.has(id))) throw new AppError('PATIENT_MERGED_LATER')
}

/**
 * Undoes the last decision of a review: what it moved goes back where it still is, and the review is open again. Studies that came since stay with
 * the person whom they joined. Throws IDENTITY_REVIEW_NOT_FOUND, IDENTITY_REVIEW_CHANGED, PATIENT_MERGED_LATER.
 */
export async function undoDecision(
  begun: Before<'study'>,
  actor: Actor,
  { reviewId, version }: { reviewId: string; version: number },
): Promise<void> {
  const locked = await lockAll(begun, reviewId, { version, state: 'decided' })
  const { tx } = locked
  const decision = await findStandingDecision(tx, reviewId)
  if (!decision) throw new AppError('IDENTITY_REVIEW_CHANGED')
  checkUnmerged(locked.people, decision.unions)
  const present = new Set(locked.people.map(({ id }) => id))
  const back = decision.moves.filter(
    ({ studyId, from, to }) =>
      present.has(from) && locked.studies.some(({ id, patientRowId }) => id === studyId && patientRowId === to),
  )
  for (const union of decision.unions) await separatePeople(tx, locked.people, union)
  const moves = back.map(({ studyId, from, to }) => ({ studyId, from: to, to: from }))
  await moveAll(locked, actor, { moves, parted: decision.unions })
  await markUndone(tx, decision.id, actor.userId)
  await setReviewState(tx, reviewId, 'open')
  await addToReview(tx, reviewId, [...present])
  await record(tx, actor, 'identity.undone', locked, { moves: back.length })
  await tell(tx, locked.studyIds)
}
