import type { CourseEntry } from '@readroom/contracts/patients/summary'
import { type DealExplanation, DealRule, NobodyReason } from '@readroom/contracts/studies/assignment-engine'
import type { DealingMode, RefusalCause, UnassignedBecause } from '@readroom/contracts/studies/automatic-assignment'
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

export const ruleTable: Record<Exclude<DealRule, 'share'>, string> = {
  shift: 'Reads it before the shift ends',
  due: 'Reads it first, or in time',
  emergency: 'It waits for the least work',
  delay: 'No other study becomes late, or the fewest',
  patient: 'Has another open study of the patient',
  prior: 'Reported the newest prior',
}

function ruleWords({ rule, deficitMinutes }: DealExplanation): string {
  if (rule !== 'share') return ruleTable[rule]
  const minutes = `${Math.abs(deficitMinutes)} min`
  return deficitMinutes >= 0 ? `${minutes} below the share` : `${minutes} above the share, the others more`
}

/** Returns why a doctor was chosen for a study. */
export function explanationWords(explanation: DealExplanation): string {
  const { eligible, expectedAt, isAfterShift } = explanation
  const isAlone = eligible === 1 && explanation.rule === 'share'
  const among = eligible === 1 ? 'nobody else could read it' : `${eligible} doctors could read it`
  const expected = expectedAt === null ? [] : [`expected by ${formatShortDay(expectedAt)}`]
  const after = isAfterShift ? ['after the end of the shift, because nobody on reads it before'] : []
  const why = isAlone ? ['Nobody else could read it'] : [ruleWords(explanation), among]
  return [...why, ...expected, ...after].join('; ')
}

/** The words of each reason for one doctor, and for several. */
const reasonTable: Record<NobodyReason['kind'], [one: string, many: string]> = {
  laboratory: ['does not read for the laboratory', 'do not read for the laboratory'],
  group: ['is not in the group of the laboratory', 'are not in the group of the laboratory'],
  modality: ['does not read the modality', 'do not read the modality'],
  bodyRegion: ['does not read the body region', 'do not read the body region'],
  license: ['has an expired license', 'have an expired license'],
  declined: ['gave it back', 'gave it back'],
  new: [
    'is new, and has not signed in or has nothing chosen to read',
    'are new, and have not signed in or have nothing chosen to read',
  ],
  absent: ['is away', 'are away'],
  offShift: ['is not on shift', 'are not on shift'],
  day: ['does not work today', 'do not work today'],
  limit: ['has reached the limit of open work', 'have reached the limit of open work'],
}

const leftOutTable: Record<DealRule, string> = {
  shift: 'the shift ends before',
  due: 'would read it later',
  emergency: 'it would wait for more work',
  delay: 'other studies would become late',
  patient: 'has no other study of the patient',
  prior: 'did not report the newest prior',
  share: 'it was not their turn',
}

/** Returns why another doctor was not chosen: the rule that left them out, or their obstacle. */
export function leftOutWords(why: DealExplanation['others'][number]['why']): string {
  const rule = DealRule.safeParse(why).data
  return rule ? leftOutTable[rule] : reasonTable[NobodyReason.shape.kind.parse(why)][0]
}

/** Returns why no doctor fits a study. The group of the laboratory has its name, if it is known. */
export function unplacedWords(reasons: readonly NobodyReason[], groupName: string | null = null): string {
  if (reasons.length === 0) return 'No doctor can be assigned'
  const wordsOf = ({ kind, doctors }: NobodyReason) => {
    const [one, many] = reasonTable[kind]
    const words = doctors === 1 ? one : many
    return kind === 'group' && groupName !== null ? `${words} (${groupName})` : words
  }
  return reasons.map((reason) => `${reason.doctors} ${reason.doctors === 1 ? 'doctor' : 'doctors'} ${wordsOf(reason)}`).join(', ')
}

/** Why doctors give studies back. */
export const refusalCauseWords: Record<RefusalCause, string> = {
  field: 'Not my field',
  conflict: 'I know the patient, or another conflict',
  incomplete: 'Images or order are incomplete',
  time: 'No time before it is due',
  other: 'Another reason',
}

/** Why automatic assignment takes a study from its doctor. */
export const becauseWords: Record<UnassignedBecause, string> = {
  absent: 'The doctor is away',
  inactive: 'The doctor is not active any more',
  license: 'The license expired',
  offShift: 'The shift ended, or ends before the doctor would read it',
  late: 'Another doctor reads it in time',
  limit: 'The doctor has more open work than their limit',
  declined: 'The doctor declined it',
  passedOver: 'The doctor passed it over',
}

const byWords = { assign: 'Automatic', pool: 'Next of the pool', suggest: 'Proposed' } as const

/** Returns what automatic assignment did in a step of the history, and why. */
export function dealingWords(dealing: NonNullable<CourseEntry['dealing']>): string {
  if (dealing.kind === 'chosen') return `${byWords[dealing.by]}: ${explanationWords(dealing.explanation)}`
  if (dealing.kind === 'takenBack') return becauseWords[dealing.because]
  return dealing.kind === 'unplaced' ? unplacedWords(dealing.reasons) : dealing.reason
}
