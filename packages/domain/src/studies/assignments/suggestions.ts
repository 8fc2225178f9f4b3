import type { Suggestion } from '@readroom/contracts/studies/suggestions'
import type { Db } from '@readroom/db/core/client'
import { listAskedStudies } from '@readroom/db/studies/assignments/asked-studies'
import { type Clock, workingAt } from './eligibility.ts'
import { findReaders } from './found-readers.ts'
import { makeRanking, minutesOf, type Ranked, type Reader, type StudyToDeal } from './ranking.ts'

function toSuggestion({ reader, doctorId, obstacles, continuity, readAt, lateSteps }: Ranked, clock: Clock): Suggestion {
  const { works } = reader
  const open = reader.open.filter(({ isProposed }) => !isProposed)
  const now = clock.now.getTime()
  return {
    doctorId,
    obstacles,
    onUntil: workingAt(works, clock).onUntil,
    continuity,
    openStudies: open.length,
    openMinutes: minutesOf(open),
    proposedMinutes: minutesOf(reader.open) - minutesOf(open),
    openEmergencies: open.filter(({ urgency }) => urgency === 'EMERGENCY').length,
    lateStudies: open.filter(({ dueAt }) => dueAt !== null && dueAt < now).length,
    expectedAt: readAt === null ? null : new Date(readAt).toISOString(),
    isLate: lateSteps > 0,
  }
}

/** Returns the readers for studies as suggestions, in the order of the ranking by which automatic assignment deals (docs/decisions/turnaround/ranking.md). */
export const rankSuggestions = (readers: readonly Reader[], asked: readonly StudyToDeal[], clock: Clock): Suggestion[] =>
  makeRanking(clock.zone)(asked, readers, clock.now.getTime()).map((ranked) => toSuggestion(ranked, clock))

/** Suggests doctors for studies at an instant, by the clinic's day in its zone. For a study that is proposed, other proposals count as they do there. */
export async function suggestDoctors(db: Db, studyIds: readonly string[], clock: Clock): Promise<Suggestion[]> {
  const { studies, readers, planned } = await findReaders(db, await listAskedStudies(db, studyIds))
  return rankSuggestions(studies.some(({ mode }) => mode === 'suggest') ? planned : readers, studies, clock)
}
