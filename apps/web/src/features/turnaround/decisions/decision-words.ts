import type { DealExplanation } from '@readroom/contracts/studies/assignment-engine'
import { leftOutWords } from '@readroom/contracts/studies/dealing-words'
import { type AssignmentDecision, outcomeWords } from '@readroom/contracts/turnaround/assignment-decisions'
import { formatShortDay, plural } from '../../../lib/format.ts'
import { dealingWords } from '../../../lib/studies/dealing-words.ts'

/** Returns what became of a study whose doctor was chosen, with the time. */
export function outcomeOf({ outcome, outcomeAt }: AssignmentDecision): string {
  if (outcome === null) return ''
  return outcomeAt === null ? outcomeWords[outcome] : `${outcomeWords[outcome]}, ${formatShortDay(outcomeAt)}`
}

/** Returns why a decision was taken. */
export const decisionWords = ({ decision }: AssignmentDecision): string => dealingWords(decision)

/** Returns the doctors who were not chosen, each with the reason: `Bo Lind: does not read the modality`. */
export const otherWords = (others: DealExplanation['others'], names: Record<string, string>): string[] =>
  others.map(({ doctorId, why }) => `${names[doctorId] ?? 'A deleted doctor'}: ${leftOutWords(why)}`)

export const othersTitle = (others: DealExplanation['others']): string => plural(others.length, 'other doctor')
