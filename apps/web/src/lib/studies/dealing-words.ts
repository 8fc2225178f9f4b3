import type { CourseEntry } from '@readroom/contracts/patients/summary'
import type { ExpectedNow } from '@readroom/contracts/studies/assignment-engine'
import type { DealingMode, RefusalCause } from '@readroom/contracts/studies/automatic-assignment'
import { becauseWords, chosenByWords, explanationWords, unplacedWords } from '@readroom/contracts/studies/dealing-words'
import { formatShortDay } from '../format.ts'

/** Each mode of automatic assignment: its name, and help text. */
export const modeWords: Record<DealingMode, { label: string; help: string }> = {
  off: { label: 'Off', help: 'Administrators assign each study.' },
  suggest: { label: 'Suggest', help: 'Proposes a doctor for each study. An administrator confirms it on this page.' },
  assign: {
    label: 'Assign',
    help: 'Assigns each study as soon as its images are complete. Doctors can decline it before they open it.',
  },
  pool: { label: 'Pool', help: 'Doctors press Next on their worklist and get the study that is due first.' },
}

/** Why doctors give studies back. */
export const refusalCauseWords: Record<RefusalCause, string> = {
  field: 'Not my field',
  conflict: 'I know the patient, or another conflict',
  incomplete: 'Images or order are incomplete',
  time: 'No time before it is due',
  other: 'Another reason',
}

/** Returns what automatic assignment did in a step of the history, and why, as it was then. */
export function dealingWords(dealing: NonNullable<CourseEntry['dealing']>): string {
  if (dealing.kind === 'takenBack') return becauseWords[dealing.because]
  if (dealing.kind === 'unplaced') return unplacedWords(dealing.reasons)
  if (dealing.kind !== 'chosen') return dealing.reason
  const { expectedAt } = dealing.explanation
  const words = `${chosenByWords[dealing.by]}: ${explanationWords(dealing.explanation, dealing.by)}`
  return expectedAt === null ? words : `${words}; was expected by ${formatShortDay(expectedAt)}`
}

/** Returns when a study is expected to be read as everything is now, and who would read it first if that is late. */
export function expectedWords({ expectedAt, isLate, earliest }: ExpectedNow): string {
  const own = expectedAt === null ? [] : [`Expected by ${formatShortDay(expectedAt)}${isLate ? ', which is late' : ''}`]
  if (!isLate) return own.join()
  if (earliest === null) return [...own, 'Nobody reads it within two weeks'].join('. ')
  const isFirst = earliest.at === expectedAt
  return [
    ...own,
    isFirst ? 'Nobody reads it earlier' : `The earliest is ${earliest.doctorName}, by ${formatShortDay(earliest.at)}`,
  ].join('. ')
}
