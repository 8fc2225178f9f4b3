import { Weekday } from '@readroom/contracts/people/doctors'
import { type Continuity, continuities, type Obstacle, type Suggestion } from '@readroom/contracts/studies/suggestions'
import type { Db } from '@readroom/db/core/client'
import { type Candidate, listCandidates } from '@readroom/db/studies/suggestions'

/** Expected minutes to read a study, by modality, until a clinic has figures of its own (docs/decisions/suggestions.md). */
const minutesOf: ReadonlyMap<string, number> = new Map([
  ['CR', 1],
  ['DX', 1],
  ['CT', 6],
  ['MG', 3],
  ['MR', 8],
  ['NM', 6],
  ['PT', 8],
  ['US', 3],
])
const otherMinutes = 3

/** Returns how many minutes a study is expected to take. Of several modalities the longest counts. */
export const expectedMinutes = (modalities: readonly string[]): number =>
  Math.max(0, ...modalities.map((modality) => minutesOf.get(modality) ?? otherMinutes)) || otherMinutes

/** Returns what speaks for and against a doctor on a weekday. A doctor without days works on all of them. */
function describe(candidate: Candidate, today: Weekday): Suggestion {
  const { doctorId, availableDays, hasPatient, wrotePrior, open } = candidate
  const total = (count: (work: Candidate['open'][number]) => number) => open.reduce((sum, work) => sum + count(work), 0)
  const continuity: Continuity | null = hasPatient ? 'patient' : wrotePrior ? 'prior' : null
  const obstacles: Obstacle[] = availableDays.length > 0 && !availableDays.includes(today) ? ['day'] : []
  return {
    doctorId,
    obstacles,
    continuity,
    openStudies: total(({ count }) => count),
    openMinutes: total(({ count, modalities }) => count * expectedMinutes(modalities)),
    openEmergencies: total(({ emergencies }) => emergencies),
    lateStudies: total(({ late }) => late),
  }
}

/** Returns the numbers by which suggestions are ordered. The first difference decides, and the smaller number comes first. */
function rankOf({ candidate, suggestion }: { candidate: Candidate; suggestion: Suggestion }): number[] {
  const { obstacles, continuity, openEmergencies, openMinutes, lateStudies } = suggestion
  return [
    obstacles.length > 0 ? 1 : 0,
    continuity === null ? continuities.length : continuities.indexOf(continuity),
    candidate.isForEmergency ? openEmergencies : 0,
    openMinutes,
    lateStudies,
    candidate.lastAssignedAt?.getTime() ?? 0,
  ]
}

/**
 * Returns the candidates as suggestions, the best first: those without an obstacle, then who knows the patient, then who has the fewest emergencies if
 * there is one to read, then who has the least open work, then who has waited the longest. Equal ones keep their order.
 */
export function rankSuggestions(candidates: readonly Candidate[], today: Weekday): Suggestion[] {
  const ranked = candidates.map((candidate) => {
    const suggestion = describe(candidate, today)
    return { suggestion, rank: rankOf({ candidate, suggestion }) }
  })
  const compare = (one: number[], other: number[]) => one.map((number, place) => number - (other[place] ?? 0)).find(Boolean) ?? 0
  return ranked.toSorted((one, other) => compare(one.rank, other.rank)).map(({ suggestion }) => suggestion)
}

/** Suggests doctors for studies at an instant, by the clinic's weekday in its zone. */
export async function suggestDoctors(db: Db, studyIds: readonly string[], { now, zone }: { now: Date; zone: string }) {
  const today = Weekday.parse(new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone }).format(now))
  return rankSuggestions(await listCandidates(db, studyIds), today)
}
