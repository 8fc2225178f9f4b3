import { type EscalationStep, escalationSteps } from '@readroom/contracts/studies/escalation'
import type { Person } from '@readroom/db/studies/escalations/escalations'
import type { StudyRow } from '@readroom/db/studies/studies'
import { highestOf } from './escalation-steps.ts'

export type Way = 'live' | 'email'
type Study = Pick<StudyRow, 'doctorIds' | 'labConflictAt'>
type Audience = (people: readonly Person[], study: Study, way: Way) => Person[]

const isAdministrator = ({ doctorId }: Person): boolean => doctorId === null

/** Returns the doctors who have a study. While its laboratory is undecided, only administrators see it. */
const readersOf: Audience = (people, { doctorIds, labConflictAt }) =>
  people.filter(({ doctorId }) => labConflictAt === null && doctorId !== null && doctorIds.includes(doctorId))

/** The people who are told of each step. */
const audiences: Record<EscalationStep, Audience> = {
  warning(people, study, way) {
    const readers = readersOf(people, study, way)
    return readers.length > 0 ? readers : people.filter(isAdministrator)
  },
  misplaced: (people) => people.filter(isAdministrator),
  // Doctors are offered it live only: most of the emails would be about a study that another doctor has long taken.
  unopened: (people, { labConflictAt }, way) =>
    people.filter((person) => isAdministrator(person) || (way === 'live' && labConflictAt === null)),
  deadline: (people, study, way) => [...readersOf(people, study, way), ...people.filter(isAdministrator)],
  overdue: (people) => people.filter(isAdministrator),
}

const morePressing = (one: EscalationStep, other: EscalationStep): EscalationStep =>
  escalationSteps.indexOf(one) > escalationSteps.indexOf(other) ? one : other

/**
 * Returns the step that each person is told of when these steps of a study are due: one message for each, the most pressing. The people of a step that is
 * passed over are told of the higher one instead.
 */
export function receiversOf(
  people: readonly Person[],
  study: Study,
  steps: readonly EscalationStep[],
  way: Way,
): Map<Person, EscalationStep> {
  const told = highestOf(steps)
  const receivers = new Map<Person, EscalationStep>()
  for (const step of steps) {
    const instead = told.includes(step) ? step : told.reduce(morePressing)
    for (const person of audiences[step](people, study, way))
      receivers.set(person, morePressing(instead, receivers.get(person) ?? instead))
  }
  return receivers
}
