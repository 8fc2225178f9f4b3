import { weekdays } from '@readroom/contracts/people/doctors'
import { isReadModality } from '@readroom/contracts/studies/modalities'
import { type Continuity, continuities, type Obstacle, type Suggestion } from '@readroom/contracts/studies/suggestions'
import type { Db } from '@readroom/db/core/client'
import { type AskedStudy, type Candidate, listAskedStudies, listCandidates } from '@readroom/db/studies/suggestions'
import { presenceAt } from './presence-times.ts'
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
export type Clock = { now: Date; zone: string }

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

/** Returns why the doctor does not read the studies at any time. */
function foreign(candidate: Candidate, asked: readonly AskedStudy[]): Obstacle[] {
  const names = foreignLabs(candidate, asked)
  const modalities = foreignModalities(candidate, asked)
  return [
    ...(names.length > 0 ? [{ kind: 'laboratory' as const, names }] : []),
    ...(modalities.length > 0 ? [{ kind: 'modality' as const, modalities }] : []),
  ]
}

/** Returns the end of the doctor's shift, and why the doctor does not work now. A doctor without shifts and days works on all days. */
function presenceOf(
  { presence, availableDays }: Pick<Candidate, 'presence' | 'availableDays'>,
  { now, zone }: Clock,
): { onUntil: string | null; away: Obstacle[] } {
  const working = presence ? presenceAt(presence, now) : { state: 'always' as const }
  if (working.state === 'absent') return { onUntil: null, away: [{ kind: 'absent', until: working.until }] }
  if (working.state === 'off') return { onUntil: null, away: [{ kind: 'offShift', from: working.from?.toISOString() ?? null }] }
  if (working.state === 'on') return { onUntil: working.until.toISOString(), away: [] }
  const weekday = weekdays[dayOf(now, zone).dayOfWeek - 1]
  const works = availableDays.length === 0 || (weekday !== undefined && availableDays.includes(weekday))
  return { onUntil: null, away: works ? [] : [{ kind: 'day' }] }
}

const isLicensed = ({ licenseExpiresOn }: Pick<Candidate, 'licenseExpiresOn'>, { now, zone }: Clock) =>
  licenseExpiresOn === null || licenseExpiresOn >= dayOf(now, zone).toString()

/** Whether a doctor works at an instant, and may. A doctor without shifts and days works on all days. */
export const worksAt = (doctor: Pick<Candidate, 'presence' | 'availableDays' | 'licenseExpiresOn'>, clock: Clock): boolean =>
  isLicensed(doctor, clock) && presenceOf(doctor, clock).away.length === 0

/** Returns what speaks for and against a doctor. */
function describe(candidate: Candidate, asked: readonly AskedStudy[], clock: Clock): Suggestion {
  const { doctorId, hasPatient, wrotePrior, open, openMinutesLimit, licenseExpiresOn } = candidate
  const total = (count: (work: Candidate['open'][number]) => number) => open.reduce((sum, work) => sum + count(work), 0)
  const continuity: Continuity | null = hasPatient ? 'patient' : wrotePrior ? 'prior' : null
  const openMinutes = total(({ count, modalities }) => count * expectedMinutes(modalities))
  const { onUntil, away } = presenceOf(candidate, clock)
  const obstacles = foreign(candidate, asked)
  if (licenseExpiresOn !== null && !isLicensed(candidate, clock)) obstacles.push({ kind: 'license', expiredOn: licenseExpiresOn })
  obstacles.push(...away)
  if (openMinutesLimit !== null && openMinutes >= openMinutesLimit) obstacles.push({ kind: 'limit', minutes: openMinutesLimit })
  return {
    doctorId,
    obstacles,
    onUntil,
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
