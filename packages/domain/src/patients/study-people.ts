import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  acceptStudyPeople,
  listStudyPeople,
  type NewStudyPerson,
  replaceStudyPeople,
  type StudyPersonRow,
} from '@readroom/db/patients/study-people'
import type { StudyRow } from '@readroom/db/studies/studies'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { distinct, identityOf, keyOf, type Named, saysNothing } from './image-identities.ts'
import { compareIdentities } from './patient-identity.ts'

/** Reports whether two of these identities may be of different people. One comparison for each pair of distinct ones. */
export function nameSeveral(people: readonly Named[]): boolean {
  const identities = distinct(people).filter((identity) => !saysNothing(identity))
  return identities.some((one, index) =>
    identities.slice(index + 1).some((other) => compareIdentities(one, other).agreement !== 'same'),
  )
}

/** Returns which of the known identities an administrator found to be of one person. */
const accepted = (known: readonly StudyPersonRow[]) =>
  new Map(known.flatMap((row) => (row.acceptedAt === null ? [] : [[keyOf(row), row] as const])))

const isSame = (known: readonly StudyPersonRow[], people: readonly NewStudyPerson[]) => {
  const textOf = (rows: readonly NewStudyPerson[]) => rows.map((row) => `${keyOf(row)} ${row.instanceIds.join()}`).toSorted()
  return JSON.stringify(textOf(known)) === JSON.stringify(textOf(people))
}

/**
 * Writes which people a study's images name, by series. If they are several, nobody signs until an administrator decides; another identity than those
 * that were decided about asks again. `people` are all images of the study.
 */
export async function noteStudyPeople(tx: Tx<'study'>, study: StudyRow, people: readonly NewStudyPerson[]): Promise<void> {
  const known = await listStudyPeople(tx, study.id)
  const several = nameSeveral(people)
  const kept = several ? people : []
  if (isSame(known, kept)) return
  const decided = accepted(known)
  const waits = several && people.some((person) => !decided.has(keyOf(person)) && !saysNothing(identityOf(person)))
  const rows = kept.map((person) => {
    const { acceptedAt = null, acceptedBy = null } = decided.get(keyOf(person)) ?? {}
    return { ...person, acceptedAt, acceptedBy }
  })
  await replaceStudyPeople(tx, study.id, { people: rows, waits })
  if (waits === (study.severalPeopleAt !== null)) return
  const details = { people: distinct(people).length }
  await transition(tx, study, waits ? 'people_differ' : 'people_agree', { actorUserId: null, details })
}

/** Names what a list showed: a decision about another one is refused. */
export const versionOf = (people: readonly StudyPersonRow[]): string =>
  people
    .map(({ id }) => id)
    .toSorted()
    .at(-1) ?? ''

/**
 * Decides that all images of a study are of one person, however they name them. `version` is that of the list that was decided about. Throws
 * STUDY_NOT_FOUND, and STUDY_PEOPLE_CHANGED if there is another list by now, or nothing to decide.
 */
export async function acceptPeople(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, version }: { studyId: string; version: string },
): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const people = await listStudyPeople(tx, studyId)
  if (study.severalPeopleAt === null || versionOf(people) !== version) throw new AppError('STUDY_PEOPLE_CHANGED')
  await acceptStudyPeople(tx, studyId, actor.userId)
  const details = { people: distinct(people).length }
  await transition(tx, study, 'people_agree', { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'study.people_accepted', target: { type: 'study', id: studyId }, details })
}
