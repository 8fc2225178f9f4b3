import { urgencyOf } from '@readroom/contracts/studies/urgency'
import type { Db } from '@readroom/db/core/client'
import type { AskedStudy } from '@readroom/db/studies/assignments/asked-studies'
import { listReaders, type ReaderFacts } from '@readroom/db/studies/assignments/readers'
import { listReadingTimes } from '@readroom/db/turnaround/reading-times'
import { makeReadingTimes, type ReadingTimes } from './expected-minutes.ts'
import { inReadingOrder } from './expected-reading.ts'
import type { Reader, StudyToDeal } from './ranking.ts'

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

/** Returns studies, and all doctors who can be assigned, as the ranking sees them. */
export async function findReaders(db: Db, asked: readonly AskedStudy[]): Promise<{ studies: FoundStudy[]; readers: Reader[] }> {
  const times = makeReadingTimes(await listReadingTimes(db))
  const readers = await listReaders(db, asked)
  return {
    studies: asked.map((study) => toStudy(study, times)),
    readers: readers.map((reader) => toReader(reader, times)),
  }
}
