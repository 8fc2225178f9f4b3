import { urgencyOf } from '@readroom/contracts/studies/urgency'
import type { Db } from '@readroom/db/core/client'
import type { AskedStudy } from '@readroom/db/studies/assignments/asked-studies'
import { listReaders, type ReaderFacts } from '@readroom/db/studies/assignments/readers'
import { listReadingTimes } from '@readroom/db/turnaround/reading-times'
import { makeReadingTimes, type ReadingTimes } from './expected-minutes.ts'
import { inReadingOrder, type OpenStudy } from './expected-reading.ts'
import { minutesOf, type Reader, type StudyToDeal } from './ranking.ts'

/** A study as the ranking sees it, with what is kept about it. */
export type FoundStudy = StudyToDeal & Pick<AskedStudy, 'mode' | 'cycle'>

function toStudy({ priority, caseType, dueAt, ...facts }: AskedStudy, times: ReadingTimes): FoundStudy {
  return {
    ...facts,
    urgency: urgencyOf({ priority, caseType }),
    dueAt: dueAt?.getTime() ?? null,
    minutes: times.minutesOf(facts),
    ownMinutes: times.ownMinutesOf(facts),
  }
}

function toReader(
  { availableDays, presence, open, deficitAt, lastAssignedAt, ...facts }: ReaderFacts,
  times: ReadingTimes,
): Reader {
  const studies = open.map((study) => ({
    studyId: study.studyId,
    patientId: study.patientId,
    isProposed: study.isProposed,
    minutes: times.minutesOf(study),
    ownMinutes: times.minutesOf(study, facts.doctorId),
    urgency: urgencyOf(study),
    dueAt: study.dueAt?.getTime() ?? null,
  }))
  return {
    ...facts,
    works: { presence, availableDays },
    open: inReadingOrder(studies),
    deficitAt: deficitAt?.getTime() ?? null,
    lastAssignedAt: lastAssignedAt?.getTime() ?? null,
  }
}

/** Returns the readers as if other proposals had been confirmed: their doctors are charged, and all readers have their share of the credit. */
function asConfirmed(readers: readonly Reader[], asked: readonly AskedStudy[]): Reader[] {
  const isOther = ({ studyId, isProposed }: OpenStudy) => isProposed && asked.every((study) => study.studyId !== studyId)
  const charges = readers.map(({ open }) => minutesOf(open.filter(isOther)))
  const all = charges.reduce((sum, minutes) => sum + minutes, 0)
  const shares = readers.reduce((sum, { share }) => sum + share, 0)
  return readers.map((reader, place) => ({
    ...reader,
    deficit: reader.deficit + (all * reader.share) / shares - (charges[place] ?? 0),
  }))
}

/**
 * Returns studies, and all doctors who can be assigned, as the ranking sees them: `readers` have what was assigned to them. Those of `planned` have
 * the proposals too that nobody has confirmed, for studies that are proposed like them (docs/decisions/turnaround/automatic-assignment-modes.md).
 */
export async function findReaders(
  db: Db,
  asked: readonly AskedStudy[],
): Promise<{ studies: FoundStudy[]; readers: Reader[]; planned: Reader[] }> {
  const times = makeReadingTimes(await listReadingTimes(db))
  const all = (await listReaders(db, asked)).map((reader) => toReader(reader, times))
  return {
    studies: asked.map((study) => toStudy(study, times)),
    readers: all.map((reader) => ({ ...reader, open: reader.open.filter(({ isProposed }) => !isProposed) })),
    planned: asConfirmed(all, asked),
  }
}
