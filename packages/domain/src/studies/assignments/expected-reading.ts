import type { Priority } from '@readroom/contracts/core/primitives'
import type { WorkTime } from './reader-shifts.ts'

/** An open study of a doctor. */
export type OpenStudy = {
  studyId: string
  urgency: Priority
  /** In milliseconds since 1970. Null: no deadline. */
  dueAt: number | null
  /** Expected minutes of any doctor. Shares and limits count them. */
  minutes: number
  /** Expected minutes of this doctor. The time of reading is estimated with them. */
  ownMinutes: number
  /** Null: the images do not say who the patient is. */
  patientId: string | null
  /** Nobody has confirmed the proposal yet that gives the doctor the study. */
  isProposed: boolean
}

/** When a doctor would read a study, and what would wait for it. */
export type ExpectedReading = {
  /** In milliseconds since 1970. Null: not within two weeks. */
  readAt: number | null
  /** Read after the end of the present shift. */
  isAfterShift: boolean
  /** Work that is read before it. */
  waitMinutes: number
  /** Open studies that would be read in time without it and late with it: the heavier the more urgent. */
  delay: number
}

const minuteMs = 60_000

/** A study that is made late weighs as much as all less urgent ones that a doctor is likely to have. */
const delayOf: Record<Priority, number> = { NORMAL: 1, HIGH: 10, URGENT: 100, STAT: 10_000, EMERGENCY: 100_000 }

type Placed = Pick<OpenStudy, 'urgency' | 'dueAt'>

/** The order of a doctor's worklist: emergencies, then by deadline (docs/decisions/studies/urgency.md). */
function placeOf({ urgency, dueAt }: Placed, other: Placed): number {
  const first = Number(other.urgency === 'EMERGENCY') - Number(urgency === 'EMERGENCY')
  if (first !== 0) return first
  if (dueAt === other.dueAt) return 0
  return (dueAt ?? Number.POSITIVE_INFINITY) - (other.dueAt ?? Number.POSITIVE_INFINITY)
}

/** Returns open studies in the order in which their doctor is expected to read them. */
export const inReadingOrder = <T extends Placed>(open: readonly T[]): T[] => open.toSorted(placeOf)

/** Returns open studies, in reading order, with another after those that are equal to it. */
export function withStudy<T extends OpenStudy>(open: readonly T[], study: T): T[] {
  const place = open.findIndex((other) => placeOf(study, other) < 0)
  return open.toSpliced(place === -1 ? open.length : place, 0, study)
}

/** Returns what is expected of a study if it is added to a doctor's open work, which is in reading order. */
export function expectReading(open: readonly OpenStudy[], study: OpenStudy, time: WorkTime): ExpectedReading {
  const ownMs = study.ownMinutes * minuteMs
  let beforeMs = 0
  let untilMs = 0
  let delay = 0
  for (const other of open) {
    const isBefore = placeOf(study, other) >= 0
    untilMs += other.ownMinutes * minuteMs
    if (isBefore) beforeMs = untilMs
    else if (other.dueAt !== null) {
      const free = time.workUntil(other.dueAt)
      if (untilMs <= free && free < untilMs + ownMs) delay += delayOf[other.urgency]
    }
  }
  const readAt = time.instantAfter(beforeMs + ownMs)
  return { readAt, isAfterShift: readAt === null || readAt > time.shiftEnd, waitMinutes: beforeMs / minuteMs, delay }
}
