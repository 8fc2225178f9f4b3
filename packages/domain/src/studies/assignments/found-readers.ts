import { urgencyOf } from '@readroom/contracts/studies/urgency'
import type { AskedStudy } from '@readroom/db/studies/assignments/asked-studies'
import type { ReaderFacts } from '@readroom/db/studies/assignments/readers'
import { expectedMinutes } from './expected-minutes.ts'
import { inReadingOrder } from './expected-reading.ts'
import type { Reader, StudyToDeal } from './ranking.ts'

/** A study as the ranking sees it, with what is kept about it. */
export type FoundStudy = StudyToDeal & Pick<AskedStudy, 'mode' | 'cycle'>

/** Returns a study of the database as the ranking sees it. */
export const toStudy = ({ priority, caseType, dueAt, ...facts }: AskedStudy): FoundStudy => ({
  ...facts,
  urgency: urgencyOf({ priority, caseType }),
  dueAt: dueAt?.getTime() ?? null,
})

/** Returns a doctor of the database as the ranking sees them. */
export function toReader({ availableDays, presence, open, deficitAt, lastAssignedAt, ...facts }: ReaderFacts): Reader {
  const studies = open.map(({ modalities, ...study }) => ({
    studyId: study.studyId,
    patientId: study.patientId,
    minutes: expectedMinutes(modalities),
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
