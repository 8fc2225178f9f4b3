import type { EscalationStep } from '@readroom/contracts/studies/escalation'

/** The steps of the escalation of a deadline, in words. */
export const escalationLabels: Record<EscalationStep, string> = {
  warning: 'At risk',
  misplaced: 'Needs another doctor',
  unopened: 'Emergency not opened',
  deadline: 'Late',
  overdue: 'Long overdue',
}
