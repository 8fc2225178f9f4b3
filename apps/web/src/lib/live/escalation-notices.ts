import type { Role } from '@readroom/contracts/core/permissions'
import type { EscalationStep } from '@readroom/contracts/studies/escalation'
import type { ServerMessage } from '@readroom/contracts/worklist/live'
import { createCoalescer } from '../coalesce.ts'
import { formatInstant, plural } from '../format.ts'
import { notify } from '../notify.tsx'

export type Escalated = Extract<ServerMessage, { type: 'study_escalated' }>

/** Longer than other notices: a reader who is looking at images does not see it at once. */
const shownMs = 30_000

const titles: Record<EscalationStep, string> = {
  warning: 'A report is due soon',
  misplaced: 'A study needs another doctor',
  unopened: 'An emergency is waiting',
  deadline: 'A report is late',
  overdue: 'A report is long overdue',
}

const dueWords: Record<EscalationStep, (due: string, earliest: string | null) => string> = {
  warning: (due) => `Due ${due}`,
  misplaced: (due, earliest) =>
    `Due ${due}. Its doctor does not read it in time${earliest ? `. Anybody reads it by ${earliest} at the earliest` : ''}`,
  unopened: () => 'Nobody has opened it',
  deadline: (due) => `Was due ${due}`,
  overdue: (due) => `Was due ${due}`,
}

/** The next thing to do, if the study is not the user's own. */
function adviceOf({ step, study }: Escalated, role: Role): string {
  if (study === null) return ' Ask an administrator to assign it to you.'
  return (step === 'overdue' || step === 'misplaced') && role === 'admin' ? ' Reassign it.' : ''
}

/** Returns the title and text of a notice about one study. */
export function noticeOf(message: Escalated, role: Role): { title: string; text: string } {
  const { step, location, accessionEnd, dueAt, earliestAt, study } = message
  const name = [study?.patientName, location, accessionEnd && `accession ends ${accessionEnd}`].filter(Boolean).join(', ')
  const due = dueWords[step](dueAt ? formatInstant(dueAt).text : 'before', earliestAt && formatInstant(earliestAt).text)
  return { title: titles[step], text: `${name || 'Unknown study'}. ${due}.${adviceOf(message, role)}` }
}

/** Returns the title and text of one notice about several studies. */
export function noticeOfSeveral(messages: readonly Escalated[]): { title: string; text: string } {
  const late = messages.filter(({ step }) => step === 'deadline' || step === 'overdue').length
  const waiting = messages.filter(({ step }) => step === 'unopened').length
  const misplaced = messages.filter(({ step }) => step === 'misplaced').length
  const soon = messages.length - late - waiting - misplaced
  const counts = [
    waiting > 0 && plural(waiting, 'emergency', 'emergencies'),
    misplaced > 0 && plural(misplaced, 'needs another doctor', 'need another doctor'),
    late > 0 && `${late} late`,
    soon > 0 && `${soon} due soon`,
  ]
  return { title: `${messages.length} studies wait for their report`, text: `${counts.filter(Boolean).join(', ')}.` }
}

/** Shows notices about studies that are due or late. One that comes while another is shown is counted in it, except about an emergency. */
export function createEscalationNotices(role: Role) {
  let counted: Escalated[] = []
  let until = 0
  const show = (messages: readonly Escalated[], options: { id: string; onDismiss?: () => void }) => {
    const [first] = messages
    if (!first) return
    const { title, text } = messages.length === 1 ? noticeOf(first, role) : noticeOfSeveral(messages)
    notify.warning(title, { ...options, description: text, duration: shownMs })
  }
  const forget = () => {
    counted = []
  }
  const shown = createCoalescer(
    async (messages: Escalated[]) => {
      const emergencies = messages.filter(({ step }) => step === 'unopened')
      show(emergencies, { id: `escalation-${emergencies[0]?.id}` })
      const others = messages.filter(({ step }) => step !== 'unopened')
      if (others.length === 0) return
      if (Date.now() >= until) forget()
      const news = new Set(others.map(({ study }) => study?.studyId))
      counted = [...counted.filter(({ study }) => !news.has(study?.studyId)), ...others]
      until = Date.now() + shownMs
      show(counted, { id: 'escalations', onDismiss: forget })
    },
    { delayMs: 300, intervalMs: 1000 },
  )
  return {
    hear(message: ServerMessage) {
      if (message.type === 'study_escalated') shown.push(message)
    },
    stop: () => shown.stop(),
  }
}
