import type { IdentityField, PastDecision, ReviewedPerson } from '@readroom/contracts/patients/identity-reviews'
import { formatInstant, plural } from '../../../lib/format.ts'

export const fieldWords: Record<IdentityField, string> = { name: 'Name', birthDate: 'Birth date', sex: 'Sex' }

/** Returns a sentence about a decision and, if it was undone, about that. */
export function decisionText({ outcome, people, movedStudies, decidedBy, decidedAt, undoneBy, undoneAt }: PastDecision): string {
  const what = outcome === 'same' ? 'decided that all studies belong to one person' : `decided that these are ${people} people`
  const moved = movedStudies === 0 ? 'No study moved.' : `${plural(movedStudies, 'study', 'studies')} moved.`
  const undone = undoneAt === null ? '' : ` ${undoneBy} undid it on ${formatInstant(undoneAt).text}.`
  return `${decidedBy} ${what} on ${formatInstant(decidedAt).text}. ${moved}${undone}`
}

/** The person each study is assigned to, by study id. `new` stands for a new person. */
export type Places = Record<string, string>
export const newPerson = 'new'

export const placesOf = (people: readonly ReviewedPerson[]): Places =>
  Object.fromEntries(people.flatMap(({ personId, studies }) => studies.map(({ studyId }) => [studyId, personId])))

/** Returns each person with their studies, as a decision's request needs them. */
export function groupsOf(places: Places): { personId: string | null; studyIds: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const [studyId, place] of Object.entries(places)) groups.set(place, [...(groups.get(place) ?? []), studyId])
  return [...groups].map(([place, studyIds]) => ({ personId: place === newPerson ? null : place, studyIds }))
}
