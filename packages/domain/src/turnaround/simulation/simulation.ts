import { type DealRule, dealObstacleKinds, type NobodyReason } from '@readroom/contracts/studies/assignment-engine'
import type { Span } from '../../studies/assignments/presence-times.ts'
import { asOpen, inDealingOrder, type Reader, type StudyToDeal } from '../../studies/assignments/ranking.ts'
import { spansAtWork } from '../../studies/assignments/reader-shifts.ts'
import { afterDeal, makeDealer, type Refusal } from '../assignment/assignment-engine.ts'
import { creditShares } from '../evenness.ts'
import { makeReadingQueue, type ReadingQueue } from './reading-queue.ts'

/** A study with what really became of it. Instants are in milliseconds since 1970. */
export type SimulatedStudy = StudyToDeal & {
  readyAt: number
  assignedAt: number | null
  reportedAt: number | null
  /** Who reported the study, else who has it. */
  realDoctorId: string | null
}

/** A doctor as they are now. One who cannot be assigned is dealt nothing, but reads what they really had. */
export type SimulatedReader = Reader & { isAssignable: boolean }

export type SimulationInput = {
  /** In the order in which they became ready. */
  studies: readonly SimulatedStudy[]
  readers: readonly SimulatedReader[]
  /** The clinic's. */
  zone: string
  period: Span
  rulesOff: readonly DealRule[]
}

/** When each study was read in the model. */
type ReadAt = Map<string, number>

/** The first refusal of a study that nobody could read as it became ready. Null: there is no doctor. */
type Unfit = { study: SimulatedStudy; reason: NobodyReason['kind'] | null }

/** What the engine did. */
export type Simulated = {
  dealtTo: ReadonlyMap<string, string>
  readAt: ReadAt
  rules: Partial<Record<DealRule, number>>
  /** The minutes of the readers' shares. */
  shares: ReadonlyMap<string, number>
  unfit: readonly Unfit[]
}

/** A study that waits for a reader: for the shift of some, or for one whose limit is reached. */
type Pending = { study: SimulatedStudy; forShiftOf: ReadonlySet<string>; atLimit: boolean }

const limitStepMs = 15 * 60_000
const passing: ReadonlySet<string> = new Set(['absent', 'offShift', 'day'])

const firstKinds = (refusals: readonly Refusal[]) =>
  refusals.flatMap(({ doctorId, obstacles: [first] }) => (first ? [{ doctorId, kind: first.kind }] : []))

function pendingOf(study: SimulatedStudy, refusals: readonly Refusal[]): Pending {
  const kinds = firstKinds(refusals)
  return {
    study,
    forShiftOf: new Set(kinds.flatMap(({ doctorId, kind }) => (passing.has(kind) ? [doctorId] : []))),
    atLimit: kinds.some(({ kind }) => kind === 'limit'),
  }
}

/** Returns the obstacle of the doctor who came closest to reading the study. */
function closest(refusals: readonly Refusal[]): Unfit['reason'] {
  const places = firstKinds(refusals).map(({ kind }) => dealObstacleKinds.indexOf(kind))
  return dealObstacleKinds[Math.max(...places)] ?? null
}

function makeQueues({ readers, zone, period }: SimulationInput, readAt: ReadAt): Map<string, ReadingQueue> {
  return new Map(
    readers.map(({ doctorId, works }) => [
      doctorId,
      makeReadingQueue(spansAtWork(works, period, zone), (studyId, at) => readAt.set(studyId, at)),
    ]),
  )
}

type Moment = { at: number; ready: SimulatedStudy[]; starts: Set<string>; limits: boolean }

/** Returns the moments at which something can be dealt, in order: a study is ready, a reader begins to work, or may have fallen below a limit. */
function momentsOf({ studies, readers, zone, period }: SimulationInput): Moment[] {
  const moments = new Map<number, Moment>()
  const momentAt = (at: number) => {
    const moment = moments.get(at) ?? { at, ready: [], starts: new Set(), limits: false }
    moments.set(at, moment)
    return moment
  }
  for (const study of studies) momentAt(study.readyAt).ready.push(study)
  for (const { doctorId, works } of readers)
    for (const { from } of spansAtWork(works, period, zone)) momentAt(from).starts.add(doctorId)
  if (readers.some(({ openMinutesLimit }) => openMinutesLimit !== null))
    for (let at = period.from; at < period.to; at += limitStepMs) momentAt(at).limits = true
  return [...moments.values()].toSorted((one, other) => one.at - other.at)
}

const meets = ({ forShiftOf, atLimit }: Pending, { starts, limits }: Moment) =>
  (limits && atLimit) || [...starts].some((doctorId) => forShiftOf.has(doctorId))

/**
 * Deals the studies of a period, each as it becomes ready. One that nobody can read waits for a shift or a limit. Readers begin without open work
 * and read as `makeReadingQueue` says. Yields the part that is done, from 0 to 1, so that the caller can do something else in between.
 */
export function* simulateDeals(input: SimulationInput): Generator<number, Simulated> {
  const readAt: ReadAt = new Map()
  const queues = makeQueues(input, readAt)
  const dealer = makeDealer(input.zone, input.rulesOff)
  const moments = momentsOf(input)
  const dealtTo = new Map<string, string>()
  const shares = new Map<string, number>()
  const rules: Partial<Record<DealRule, number>> = {}
  const unfit = new Map<string, Unfit>()
  const pending = new Map<string, Pending>()
  let readers: Reader[] = input.readers.filter(({ isAssignable }) => isAssignable)
  const shareOf = new Map(readers.map(({ doctorId, share }) => [doctorId, share]))

  function dealOne(study: SimulatedStudy, at: number): void {
    for (const queue of queues.values()) queue.readUntil(at)
    const present = readers.map((reader) => ({ ...reader, open: queues.get(reader.doctorId)?.open() ?? [] }))
    const deal = dealer(study, present, at)
    if (deal.doctorId === null) {
      if (!pending.has(study.studyId)) unfit.set(study.studyId, { study, reason: closest(deal.refusals) })
      pending.set(study.studyId, pendingOf(study, deal.refusals))
      return
    }
    readers = afterDeal(present, study, deal, at)
    pending.delete(study.studyId)
    dealtTo.set(study.studyId, deal.doctorId)
    const { rule } = deal.explanation
    rules[rule] = (rules[rule] ?? 0) + 1
    const able = deal.deficits.map(({ doctorId }) => ({ doctorId, share: shareOf.get(doctorId) ?? 0 }))
    creditShares(shares, deal.explanation.minutes, able)
    queues.get(deal.doctorId)?.add(asOpen(study, deal.doctorId), at)
  }

  for (const [place, moment] of moments.entries()) {
    const again = [...pending.values()].filter((waiting) => meets(waiting, moment)).map(({ study }) => study)
    for (const study of inDealingOrder([...moment.ready, ...again])) dealOne(study, moment.at)
    yield place / moments.length
  }
  for (const queue of queues.values()) queue.readUntil(input.period.to)
  return { dealtTo, readAt, rules, shares, unfit: [...unfit.values()] }
}

/** Has the doctors who really had the studies read them in the model, each from its assignment on. Returns when each study was read. */
export function replayReal(input: SimulationInput): ReadAt {
  const readAt: ReadAt = new Map()
  const queues = makeQueues(input, readAt)
  const given = input.studies
    .map((study) => ({ study, at: Math.max(study.readyAt, study.assignedAt ?? study.readyAt) }))
    .toSorted((one, other) => one.at - other.at)
  for (const { study, at } of given)
    if (study.realDoctorId !== null) queues.get(study.realDoctorId)?.add(asOpen(study, study.realDoctorId), at)
  for (const queue of queues.values()) queue.readUntil(input.period.to)
  return readAt
}
