import { type DealExplanation, DealRule, NobodyReason, type PoolObstacle } from './assignment-engine.ts'
import type { UnassignedBecause } from './automatic-assignment.ts'

/** The rules of the ranking, as reasons for the doctor who was chosen. */
export const ruleTable: Record<Exclude<DealRule, 'share'>, string> = {
  shift: 'Reads it before the shift ends',
  due: 'Reads it in time, or is the least late',
  emergency: 'Has the least work to read before it',
  delay: 'Makes no other study late, or the fewest',
  patient: 'Has another open study of the patient',
  prior: 'Reported the newest prior',
}

function ruleWords({ rule, deficitMinutes }: DealExplanation): string {
  if (rule !== 'share') return ruleTable[rule]
  const minutes = Math.abs(deficitMinutes)
  if (minutes === 0) return 'Their turn: has exactly their share of work'
  return deficitMinutes > 0
    ? `Their turn: ${minutes} min below their share of work`
    : `Their turn: ${minutes} min above their share of work, and nobody else is less above`
}

/** Returns why a doctor was chosen for a study. For one of a pool only the doctor who asks is looked at. */
export function explanationWords(explanation: DealExplanation, by: DealtBy = 'assign'): string {
  if (by === 'pool') return 'The first study of the pool that the doctor could read'
  const { eligible, isAfterShift, rule } = explanation
  const among = eligible === 1 ? 'nobody else could read it' : `${eligible} doctors could read it`
  const after = isAfterShift ? ['after the end of their shift, because nobody on duty reads it before'] : []
  const why = eligible === 1 && rule === 'share' ? ['Nobody else could read it'] : [ruleWords(explanation), among]
  return [...why, ...after].join('; ')
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
  shift: 'their shift ends before they would read it',
  due: 'would read it later',
  emergency: 'has more work to read before it',
  delay: 'would make other studies late',
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

/** How a doctor was chosen: without anybody, by the doctor who asked for the next study, or by an administrator who confirmed a proposal. */
export const chosenByWords = { assign: 'Automatic', pool: 'Next of the pool', suggest: 'Proposed' } as const
type DealtBy = keyof typeof chosenByWords

/** Why studies of a pool do not fit the doctor who asks: what follows "6 studies". */
const poolTable: Record<NobodyReason['kind'], [one: string, many: string]> = {
  laboratory: ['is of a laboratory that you do not read for', 'are of laboratories that you do not read for'],
  group: ['is for a group that you are not in', 'are for groups that you are not in'],
  modality: ['is of a modality that you do not read', 'are of modalities that you do not read'],
  bodyRegion: ['is of a body region that you do not read', 'are of body regions that you do not read'],
  declined: ['is one that you gave back', 'are ones that you gave back'],
  license: ['waits, but your license has expired', 'wait, but your license has expired'],
  new: ['waits, but an administrator has to choose what you read', 'wait, but an administrator has to choose what you read'],
  absent: ['waits, but you are entered as away', 'wait, but you are entered as away'],
  offShift: ['waits, but you are not on shift', 'wait, but you are not on shift'],
  day: ['waits, but you do not work today', 'wait, but you do not work today'],
  limit: ['waits, but your limit of open work is reached', 'wait, but your limit of open work is reached'],
}

/** Returns how many studies of a pool do not fit the doctor who asks, and why. */
export const poolObstacleWords = ({ kind, studies }: PoolObstacle): string =>
  studies === 1 ? `1 study ${poolTable[kind][0]}.` : `${studies} studies ${poolTable[kind][1]}.`
