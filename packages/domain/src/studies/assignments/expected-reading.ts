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

/** Returns the place of another study among open ones in reading order: after those that are equal to it. */
function placeAmong(open: readonly Placed[], study: Placed): number {
  const place = open.findIndex((other) => placeOf(study, other) < 0)
  return place === -1 ? open.length : place
}

/** Returns open studies, in reading order, with another after those that are equal to it. */
export const withStudy = <T extends OpenStudy>(open: readonly T[], study: T): T[] =>
  open.toSpliced(placeAmong(open, study), 0, study)

/** A doctor's open work on the times at work, with the sums that each estimate needs. */
export type ReadingPlan = {
  /** In reading order. */
  open: readonly OpenStudy[]
  time: WorkTime
  /** Work until each open study is read, in milliseconds. */
  untilMs: readonly number[]
  /** Work that can come before each open study and leave it in time, in milliseconds. Below 0: it is late. Infinity: it has no deadline. */
  spareMs: readonly number[]
  /** Expected minutes of any doctor: of all open studies, and of the longest one. */
  minutes: number
  longestMinutes: number
  studyIds: ReadonlySet<string>
  patientIds: ReadonlySet<string | null>
}

/** Returns the plan of a doctor's open work, which is in reading order. Keep it from one study to the next: an estimate costs less than a plan. */
export function planReading(open: readonly OpenStudy[], time: WorkTime): ReadingPlan {
  let sumMs = 0
  const untilMs = open.map(({ ownMinutes }) => {
    sumMs += ownMinutes * minuteMs
    return sumMs
  })
  return {
    open,
    time,
    untilMs,
    spareMs: open.map(({ dueAt }, index) =>
      dueAt === null ? Number.POSITIVE_INFINITY : time.workUntil(dueAt) - (untilMs[index] ?? 0),
    ),
    minutes: open.reduce((sum, { minutes }) => sum + minutes, 0),
    longestMinutes: open.reduce((most, { minutes }) => Math.max(most, minutes), 0),
    studyIds: new Set(open.map(({ studyId }) => studyId)),
    patientIds: new Set(open.map(({ patientId }) => patientId)),
  }
}

/** Returns what is expected of a study if it is added to a doctor's open work. */
export function expectReading({ open, time, untilMs, spareMs }: ReadingPlan, study: OpenStudy): ExpectedReading {
  const ownMs = study.ownMinutes * minuteMs
  const place = placeAmong(open, study)
  const beforeMs = untilMs[place - 1] ?? 0
  const delay = spareMs.reduce((sum, spare, index) => {
    const urgency = open[index]?.urgency
    return urgency !== undefined && index >= place && 0 <= spare && spare < ownMs ? sum + delayOf[urgency] : sum
  }, 0)
  const readAt = time.instantAfter(beforeMs + ownMs)
  return { readAt, isAfterShift: readAt === null || readAt > time.shiftEnd, waitMinutes: beforeMs / minuteMs, delay }
}
