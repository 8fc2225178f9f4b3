import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'

const MINUTE = 60_000
/** From the first image to a complete study. */
const SETTLED = 2 * MINUTE

export interface DatedEvent {
  event: StudyEvent
  at: Date
}

/** The part of a turnaround that has passed at each step. */
const shares = {
  assigned: 0.25,
  prioritized: 0.25,
  opened: 0.6,
  report_started: 0.65,
  drafted: 0.85,
  uploaded: 1,
  finalized: 1,
} as const satisfies Partial<Record<StudyEvent, number>>

/** Minutes from the report to what happens with it. */
const afterReport = {
  downloaded_by_radiologist: 5,
  downloaded_by_admin: 12,
  downloaded_by_lab: 20,
  archived: 2 * 24 * 60,
} as const satisfies Partial<Record<StudyEvent, number>>

interface Past {
  receivedAt: Date
  /** From the first image to the report. */
  minutes: number
  /** Of a study that waits for a doctor: when somebody raised its urgency. */
  isWaiting: boolean
  /** No step is later. */
  madeAt: Date
}

/** Returns the times of a study's events, as its people would have taken its steps. */
export function timesOf({ receivedAt, minutes, isWaiting, madeAt }: Past): DatedEvent[] {
  const start = receivedAt.getTime()
  const after = (ms: number) => new Date(Math.min(start + ms, madeAt.getTime()))
  const steps = Object.entries(shares).map(([event, share]) => ({ event, ms: share * minutes * MINUTE }))
  const later = Object.entries(afterReport).map(([event, wait]) => ({ event, ms: (minutes + wait) * MINUTE }))
  const dated = [...steps, ...later].map(({ event, ms }) => ({ event: event as StudyEvent, at: after(Math.max(ms, SETTLED)) }))
  const early: DatedEvent[] = [
    { event: 'received', at: receivedAt },
    { event: 'settled', at: after(SETTLED) },
  ]
  return [...early, ...dated.map((step) => (isWaiting && step.event === 'prioritized' ? { ...step, at: after(SETTLED) } : step))]
}
