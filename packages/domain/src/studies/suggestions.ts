import { Weekday } from '@readroom/contracts/people/doctors'
import { isReadModality } from '@readroom/contracts/studies/modalities'
import { type Continuity, continuities, type Obstacle, type Suggestion } from '@readroom/contracts/studies/suggestions'
import type { Db } from '@readroom/db/core/client'
import { type AskedStudy, type Candidate, listAskedStudies, listCandidates } from '@readroom/db/studies/suggestions'
import { dayOf } from './working-time.ts'

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

/** When suggestions are made: an instant, and the clinic's zone. */
type Clock = { now: Date; zone: string }

const inOrder = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** Returns the names of the laboratories that the doctor does not read for. Studies without a laboratory are for every doctor. */
function foreignLabs({ readsLabIds }: Candidate, asked: readonly AskedStudy[]): string[] {
  if (readsLabIds === null) return []
  return inOrder(asked.flatMap(({ labId, labName }) => (labId === null || readsLabIds.includes(labId) ? [] : (labName ?? []))))
}

/** Returns the modalities that the doctor does not read. */
function foreignModalities({ readsModalities }: Candidate, asked: readonly AskedStudy[]): string[] {
  if (readsModalities === null) return []
  const needed = asked.flatMap(({ modalities }) => modalities.filter(isReadModality))
  return inOrder(needed.filter((modality) => !readsModalities.includes(modality)))
}

/** Returns why the doctor should not get the studies. A doctor without days works on all of them. */
function obstaclesOf(candidate: Candidate, asked: readonly AskedStudy[], openMinutes: number, { now, zone }: Clock): Obstacle[] {
  const { availableDays, openMinutesLimit, licenseExpiresOn } = candidate
  const day = dayOf(now, zone).toString()
  const weekday = Weekday.parse(new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone }).format(now))
  const names = foreignLabs(candidate, asked)
  const modalities = foreignModalities(candidate, asked)
  return [
    ...(names.length > 0 ? [{ kind: 'laboratory' as const, names }] : []),
    ...(modalities.length > 0 ? [{ kind: 'modality' as const, modalities }] : []),
    ...(licenseExpiresOn !== null && licenseExpiresOn < day ? [{ kind: 'license' as const, expiredOn: licenseExpiresOn }] : []),
    ...(availableDays.length > 0 && !availableDays.includes(weekday) ? [{ kind: 'day' as const }] : []),
    ...(openMinutesLimit !== null && openMinutes >= openMinutesLimit
      ? [{ kind: 'limit' as const, minutes: openMinutesLimit }]
      : []),
  ]
}

/** Returns what speaks for and against a doctor. */
function describe(candidate: Candidate, asked: readonly AskedStudy[], clock: Clock): Suggestion {
  const { doctorId, hasPatient, wrotePrior, open } = candidate
  const total = (count: (work: Candidate['open'][number]) => number) => open.reduce((sum, work) => sum + count(work), 0)
  const continuity: Continuity | null = hasPatient ? 'patient' : wrotePrior ? 'prior' : null
  const openMinutes = total(({ count, modalities }) => count * expectedMinutes(modalities))
  return {
    doctorId,
    obstacles: obstaclesOf(candidate, asked, openMinutes, clock),
    continuity,
    openStudies: total(({ count }) => count),
    openMinutes,
    openEmergencies: total(({ emergencies }) => emergencies),
    lateStudies: total(({ late }) => late),
  }
}

type Ranked = { suggestion: Suggestion; lastAssignedAt: Date | null }

/** Returns the numbers by which suggestions are ordered. The first difference decides, and the smaller number comes first. */
function rankOf({ suggestion, lastAssignedAt }: Ranked, isForEmergency: boolean): number[] {
  const { obstacles, continuity, openEmergencies, openMinutes, lateStudies } = suggestion
  return [
    obstacles.length > 0 ? 1 : 0,
    continuity === null ? continuities.length : continuities.indexOf(continuity),
    isForEmergency ? openEmergencies : 0,
    openMinutes,
    lateStudies,
    lastAssignedAt?.getTime() ?? 0,
  ]
}

/**
 * Returns the candidates for studies as suggestions, the best first: those without an obstacle, then who knows the patient, then who has the fewest
 * emergencies if there is one to read, then who has the least open work, then who has waited the longest. Equal ones keep their order.
 */
export function rankSuggestions(candidates: readonly Candidate[], asked: readonly AskedStudy[], clock: Clock): Suggestion[] {
  const isForEmergency = asked.some(({ isEmergency }) => isEmergency)
  const ranked = candidates.map((candidate) => {
    const described = { suggestion: describe(candidate, asked, clock), lastAssignedAt: candidate.lastAssignedAt }
    return { suggestion: described.suggestion, rank: rankOf(described, isForEmergency) }
  })
  const compare = (one: number[], other: number[]) => one.map((number, place) => number - (other[place] ?? 0)).find(Boolean) ?? 0
  return ranked.toSorted((one, other) => compare(one.rank, other.rank)).map(({ suggestion }) => suggestion)
}

/** Suggests doctors for studies at an instant, by the clinic's day in its zone. */
export async function suggestDoctors(db: Db, studyIds: readonly string[], clock: Clock): Promise<Suggestion[]> {
  const asked = await listAskedStudies(db, studyIds)
  return rankSuggestions(await listCandidates(db, studyIds), asked, clock)
}
