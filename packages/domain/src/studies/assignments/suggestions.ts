import { type Continuity, continuities, type Suggestion } from '@readroom/contracts/studies/suggestions'
import type { Db } from '@readroom/db/core/client'
import { type AskedStudy, type Candidate, listAskedStudies, listCandidates } from '@readroom/db/studies/assignments/suggestions'
import { dayOf } from '../deadline-rules/working-time.ts'
import { type Clock, type Needs, needsOf, obstaclesOf, workingAt } from './eligibility.ts'

/** Expected minutes to read a study, by modality, until a clinic has figures of its own (docs/decisions/studies/suggestions.md). */
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

/** The most minutes that a study is expected to take. */
export const largestMinutes = Math.max(otherMinutes, ...minutesOf.values())

/** Returns how many minutes a study is expected to take. Of several modalities the longest counts. */
export const expectedMinutes = (modalities: readonly string[]): number =>
  Math.max(0, ...modalities.map((modality) => minutesOf.get(modality) ?? otherMinutes)) || otherMinutes

/** Returns what speaks for and against a doctor. */
function describe(candidate: Candidate, needs: Needs, clock: Clock): Suggestion {
  const { doctorId, hasPatient, wrotePrior, open } = candidate
  const total = (count: (work: Candidate['open'][number]) => number) => open.reduce((sum, work) => sum + count(work), 0)
  const continuity: Continuity | null = hasPatient ? 'patient' : wrotePrior ? 'prior' : null
  const openMinutes = total(({ count, modalities }) => count * expectedMinutes(modalities))
  const { onUntil, away } = workingAt(candidate, clock)
  const day = dayOf(clock.now, clock.zone).toString()
  return {
    doctorId,
    obstacles: obstaclesOf({ ...candidate, openMinutes }, needs, day, away),
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
  const needs = needsOf(asked)
  const ranked = candidates.map((candidate) => {
    const described = { suggestion: describe(candidate, needs, clock), lastAssignedAt: candidate.lastAssignedAt }
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
