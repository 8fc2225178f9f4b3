import { type CaseType, type Priority, priorities } from '../core/primitives.ts'

type Urgent = { priority: Priority; caseType: CaseType }

const priorityOfCase: Record<CaseType, Priority> = { routine: 'NORMAL', urgent: 'URGENT', stat: 'STAT', emergency: 'EMERGENCY' }

/** Reports whether one urgency is above another in the order NORMAL, HIGH, URGENT, STAT, EMERGENCY. */
export const isMoreUrgent = (one: Priority, other: Priority): boolean => priorities.indexOf(one) > priorities.indexOf(other)

/** Returns how urgent a study is: the higher of its priority and of what its case type means (docs/decisions/studies/urgency.md). */
export function urgencyOf({ priority, caseType }: Urgent): Priority {
  const ofCase = priorityOfCase[caseType]
  return isMoreUrgent(ofCase, priority) ? ofCase : priority
}

/** True for studies that are highlighted in red and stand above all others. */
export const isEmergency = (study: Urgent): boolean => urgencyOf(study) === 'EMERGENCY'

/** True for emergencies and stat studies, which are read before all others. */
export const isStat = (study: Urgent): boolean => ['STAT', 'EMERGENCY'].includes(urgencyOf(study))

/** Each urgency in words. */
export const urgencyLabels: Record<Priority, string> = {
  EMERGENCY: 'Emergency',
  STAT: 'Stat',
  URGENT: 'Urgent',
  HIGH: 'High',
  NORMAL: 'Routine',
}
