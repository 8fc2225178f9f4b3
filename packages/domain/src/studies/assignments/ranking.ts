import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import type { DealExplanation, DealRule } from '@readroom/contracts/studies/assignment-engine'
import type { Continuity, Obstacle } from '@readroom/contracts/studies/suggestions'
import { dayOf } from '../deadline-rules/working-time.ts'
import { type Eligibility, needsOf, obstaclesOf, type StudyToRead, type WorkingDays } from './eligibility.ts'
import { largestStartMinutes } from './expected-minutes.ts'
import {
  type ExpectedReading,
  expectReading,
  type OpenStudy,
  planReading,
  type ReadingPlan,
  withStudy,
} from './expected-reading.ts'
import { makeReaderShifts, type ReaderShifts } from './reader-shifts.ts'
import { turnOf } from './turn-order.ts'

/** A doctor who can be given studies. Plain data: it survives JSON. Instants are in milliseconds since 1970. */
export type Reader = Omit<Eligibility, 'openMinutes'> & {
  doctorId: string
  groupIds: readonly string[]
  /** When the reader works. Keep the object from one study to the next, because its times are remembered. */
  works: WorkingDays
  /** The open studies, in reading order. */
  open: readonly OpenStudy[]
  /** The weight of the reader's share, above 0. 100 is a full one. */
  share: number
  /** Minutes below the share, when `deficitAt` was. Null: the reader had no deal yet. */
  deficit: number
  deficitAt: number | null
  lastAssignedAt: number | null
}

/** A study that a doctor is looked for, with what the readers had to do with it. */
export type StudyToDeal = StudyToRead & {
  studyId: string
  /** The group of the doctors who can be dealt the study. Null: all. */
  groupId: string | null
  urgency: Priority
  dueAt: number | null
  /** Null: not known to be the same as another. */
  patientId: string | null
  /** Who reported the patient's newest prior. */
  priorDoctorId: string | null
  /** Expected minutes of any doctor. */
  minutes: number
  /** Expected minutes of doctors who need more or fewer, by their ids. */
  ownMinutes: Readonly<Record<string, number>>
  declinedBy: readonly string[]
}

/** A reader in the order of a ranking, with what decided. The deficit has the credit of the studies if the reader has no obstacle. */
export type Ranked = ExpectedReading & {
  reader: Reader
  doctorId: string
  /** Those that last the longest first. */
  obstacles: Obstacle[]
  continuity: Continuity | null
  /** Steps of lateness: 0 is in time. */
  lateSteps: number
  isStat: boolean
  deficit: number
  deficitAt: number
}

/**
 * Returns readers in the order in which studies should go to them, as if nobody had them yet. Equal arguments have equal results, whatever was ranked before.
 */
export type Ranking = (studies: readonly StudyToDeal[], readers: readonly Reader[], now: number) => Ranked[]

/** Reports whether a study is read before all others. */
export const isStat = ({ urgency }: Pick<StudyToDeal, 'urgency'>) => urgency === 'STAT' || urgency === 'EMERGENCY'

export const minutesOf = (open: readonly Pick<OpenStudy, 'minutes'>[]): number =>
  open.reduce((sum, { minutes }) => sum + minutes, 0)

/** Returns a study as an open one of a doctor. */
export const asOpen = (
  { studyId, urgency, dueAt, minutes, ownMinutes, patientId }: StudyToDeal,
  doctorId: string,
): OpenStudy => ({
  studyId,
  urgency,
  dueAt,
  minutes,
  ownMinutes: ownMinutes[doctorId] ?? minutes,
  patientId,
  isProposed: false,
})

/** Returns studies in the order in which they are dealt: the most urgent first, of equal urgency the earliest deadline. */
export const inDealingOrder = <S extends Pick<StudyToDeal, 'studyId' | 'urgency' | 'dueAt'>>(studies: readonly S[]): S[] =>
  studies.toSorted(
    (one, other) =>
      priorities.indexOf(other.urgency) - priorities.indexOf(one.urgency) ||
      (one.dueAt ?? Number.MAX_SAFE_INTEGER) - (other.dueAt ?? Number.MAX_SAFE_INTEGER) ||
      (one.studyId < other.studyId ? -1 : 1),
  )

/** Estimates are no more exact than this: smaller differences of lateness decide nothing. */
const lateStepMs = 5 * 60_000

const stepsLate = (readAt: number | null, dueAt: number | null): number => {
  if (dueAt === null) return 0
  return readAt === null ? Number.MAX_SAFE_INTEGER : Math.max(0, Math.ceil((readAt - dueAt) / lateStepMs))
}

/** A reader with what is planned. */
type Planned = { reader: Reader; plan: ReadingPlan }

/** Returns a function that plans the open work of readers at an instant. It remembers the plans of the same work. */
function makePlanner(shifts: ReaderShifts) {
  const known = new WeakMap<Reader['open'], ReadingPlan>()
  return ({ open, works }: Pick<Reader, 'open' | 'works'>, now: number): ReadingPlan => {
    const time = shifts.workTime(works, now)
    const last = known.get(open)
    if (last?.time === time) return last
    const plan = planReading(open, time)
    known.set(open, plan)
    return plan
  }
}

/** Returns a reader as if they did not have the studies yet. */
function without(studies: readonly StudyToDeal[], { reader, plan }: Planned): Planned {
  if (studies.every(({ studyId }) => !plan.studyIds.has(studyId))) return { reader, plan }
  const open = reader.open.filter((one) => studies.every(({ studyId }) => studyId !== one.studyId))
  return { reader: { ...reader, open }, plan: planReading(open, plan.time) }
}

type Expected = Omit<ExpectedReading, 'readAt'> & { readAt: number | null; lateSteps: number }

/** Returns what is expected of studies, in dealing order, that one reader gets together: the last reading, and the sums of what speaks against them. */
function expectAll(studies: readonly StudyToDeal[], { reader, plan }: Planned, now: number): Expected {
  const sum: Expected = { readAt: now, isAfterShift: false, waitMinutes: 0, delay: 0, lateSteps: 0 }
  let next = plan
  for (const study of studies) {
    const added = asOpen(study, reader.doctorId)
    const { readAt, isAfterShift, waitMinutes, delay } = expectReading(next, added)
    sum.readAt = readAt === null || sum.readAt === null ? null : Math.max(sum.readAt, readAt)
    sum.isAfterShift ||= isAfterShift
    sum.waitMinutes += waitMinutes
    sum.delay += delay
    sum.lateSteps = Math.min(Number.MAX_SAFE_INTEGER, sum.lateSteps + stepsLate(readAt, study.dueAt))
    if (studies.length > 1) next = planReading(withStudy(next.open, added), plan.time)
  }
  return sum
}

function continuityOf(studies: readonly StudyToDeal[], { reader, plan }: Planned): Continuity | null {
  if (studies.some(({ patientId }) => patientId !== null && plan.patientIds.has(patientId))) return 'patient'
  return studies.some(({ priorDoctorId }) => priorDoctorId === reader.doctorId) ? 'prior' : null
}

/** Returns a function that says which obstacles a reader has to studies at an instant, those that last the longest first. */
function obstaclesTo(studies: readonly StudyToDeal[], day: string, shifts: ReaderShifts, now: number) {
  const needs = needsOf(studies)
  // A limit shares the work out. It leaves no emergency with somebody who goes before reading it.
  const hasLimit = !studies.every(isStat)
  return ({ reader, plan }: Planned): Obstacle[] => {
    const { readsLabIds, readsModalities, readsBodyRegions, licenseExpiresOn, lacks } = reader
    const openMinutesLimit = hasLimit ? reader.openMinutesLimit : null
    const reads = { readsLabIds, readsModalities, readsBodyRegions }
    const facts = { ...reads, licenseExpiresOn, lacks, openMinutesLimit, openMinutes: plan.minutes }
    const obstacles: Obstacle[] = obstaclesOf(facts, needs, day, shifts.workingAt(reader.works, now).away)
    if (studies.some(({ groupId }) => groupId !== null && !reader.groupIds.includes(groupId)))
      obstacles.unshift({ kind: 'group' })
    if (studies.some(({ declinedBy }) => declinedBy.includes(reader.doctorId))) obstacles.unshift({ kind: 'declined' })
    return obstacles
  }
}

/** The criteria between readers without an obstacle, the most important first. The smaller number is better (docs/decisions/turnaround/ranking.md). */
const criteria: readonly { rule: DealRule; of: (ranked: Ranked) => number }[] = [
  { rule: 'shift', of: ({ isAfterShift }) => Number(isAfterShift) },
  { rule: 'due', of: ({ lateSteps }) => lateSteps },
  { rule: 'emergency', of: ({ isStat: asksForStat, waitMinutes }) => (asksForStat ? waitMinutes : 0) },
  { rule: 'delay', of: ({ delay }) => delay },
  { rule: 'patient', of: ({ continuity }) => Number(continuity !== 'patient') },
  { rule: 'prior', of: ({ continuity }) => Number(continuity !== 'prior') },
]

const criteriaWithout = (rulesOff: readonly DealRule[]) => criteria.filter(({ rule }) => !rulesOff.includes(rule))

/** Returns the numbers by which readers are ordered. The first difference decides, and the smaller number comes first. */
const placeOf = (ranked: Ranked, used: typeof criteria, largest: number): number[] => [
  Math.min(1, ranked.obstacles.length),
  ...used.map(({ of }) => of(ranked)),
  ...turnOf({ deficit: ranked.deficit, share: ranked.reader.share }, largest),
  ranked.readAt ?? Number.MAX_SAFE_INTEGER,
  ranked.reader.lastAssignedAt ?? 0,
]

function compare(one: { ranked: Ranked; place: number[] }, other: { ranked: Ranked; place: number[] }): number {
  const decides = one.place.findIndex((number, index) => number !== other.place[index])
  if (decides !== -1) return (one.place[decides] ?? 0) - (other.place[decides] ?? 0)
  return one.ranked.doctorId < other.ranked.doctorId ? -1 : 1
}

/**
 * Returns the ranking of a clinic: who would read the studies in time and within the shift, makes nothing else late, knows the patient, and is the
 * furthest below the share. Readers with an obstacle come last. The zone decides the day on which licenses end. A simulation leaves out rules.
 */
export function makeRanking(zone: string, rulesOff: readonly DealRule[] = []): Ranking {
  const used = criteriaWithout(rulesOff)
  const shifts = makeReaderShifts(zone)
  const planOf = makePlanner(shifts)
  let today = { now: Number.NaN, day: '' }
  const dayAt = (now: number) => {
    if (today.now !== now) today = { now, day: dayOf(new Date(now), zone).toString() }
    return today.day
  }
  return (asked, readers, now) => {
    const studies = inDealingOrder(asked)
    const obstaclesOfReader = obstaclesTo(studies, dayAt(now), shifts, now)
    const found = readers.map((reader) => {
      const planned = without(studies, { reader, plan: planOf(reader, now) })
      return { ...planned, obstacles: obstaclesOfReader(planned) }
    })
    const shares = found.reduce((sum, { reader, obstacles }) => sum + (obstacles.length === 0 ? reader.share : 0), 0)
    const minutes = minutesOf(studies)
    const largest = Math.max(
      largestStartMinutes,
      ...studies.map((study) => study.minutes),
      ...found.map(({ plan }) => plan.longestMinutes),
    )
    const asksForStat = studies.some(isStat)
    const kept = ({ deficit, works }: Reader, since: number) => deficit / 2 ** shifts.startsBetween(works, since, now)
    const ranked = found.map(({ obstacles, ...planned }): Ranked => {
      const { reader } = planned
      const since = reader.deficitAt ?? now
      const isEligible = obstacles.length === 0
      return {
        reader,
        doctorId: reader.doctorId,
        obstacles,
        continuity: continuityOf(studies, planned),
        isStat: asksForStat,
        deficit: isEligible ? kept(reader, since) + (minutes * reader.share) / shares : reader.deficit,
        deficitAt: Math.max(since, now),
        ...expectAll(studies, planned, now),
      }
    })
    return ranked
      .map((one) => ({ ranked: one, place: placeOf(one, used, largest) }))
      .toSorted(compare)
      .map((one) => one.ranked)
  }
}

/** Returns the criterion by which one ranked reader comes before another, or the turn if none tells them apart. */
export const ruleBetween = (one: Ranked, other: Ranked, rulesOff: readonly DealRule[] = []): DealRule =>
  criteriaWithout(rulesOff).find(({ of }) => of(one) !== of(other))?.rule ?? 'share'

/** Returns the criterion that left the first of the ranked readers alone, or its turn if none did. */
export function decidingRule(eligible: readonly Ranked[], rulesOff: readonly DealRule[] = []): DealExplanation['rule'] {
  const [first] = eligible
  let rule: DealRule = 'share'
  let left = eligible
  for (const criterion of criteriaWithout(rulesOff)) {
    if (first === undefined || left.length === 1) return rule
    const next = left.filter((ranked) => criterion.of(ranked) === criterion.of(first))
    if (next.length < left.length) rule = criterion.rule
    left = next
  }
  return left.length > 1 ? 'share' : rule
}
