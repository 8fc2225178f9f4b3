import type { Priority } from '@readroom/contracts/core/primitives'
import { weekdays } from '@readroom/contracts/people/doctors'
import { type OpenStudy, withStudy } from '../../studies/assignments/expected-reading.ts'
import type { Span } from '../../studies/assignments/presence-times.ts'
import { aReader, aStudy } from '../../studies/assignments/ranking.fixture.ts'
import { asOpen, type Ranking, type Reader, type StudyToDeal } from '../../studies/assignments/ranking.ts'
import { spansAtWork } from '../../studies/assignments/reader-shifts.ts'
import { afterDeal, type Dealer } from './assignment-engine.ts'
import { findMoves } from './dealing-again.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A Monday. */
export const start = Date.parse('2026-11-23T00:00:00Z')

/** Returns numbers from 0 to 1 that are the same again for a seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Weighted<T> = readonly (readonly [value: T, weight: number])[]
function drawn<T>(options: Weighted<T>, random: () => number): T {
  let left = random() * options.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of options) {
    left -= weight
    if (left < 0) return value
  }
  throw new Error('weights are above 0')
}

const modalities: Weighted<string> = [
  ['CR', 24],
  ['CT', 36],
  ['MR', 24],
  ['US', 10],
  ['MG', 6],
] // prettier-ignore
/** The urgency and the hours until the deadline. */
const urgencies: Weighted<readonly [Priority, number]> = [
  [['EMERGENCY', 0.5], 2],
  [['STAT', 1], 6],
  [['URGENT', 4], 17],
  [['NORMAL', 12], 45],
  [['NORMAL', 24], 30],
]
/** How many of a day's studies arrive in each hour. */
const hours: Weighted<number> = Array.from({ length: 24 }, (_, clock) => [clock, clock >= 8 && clock < 18 ? 8 : 2] as const)

export type Arrival = { study: StudyToDeal; at: number; actualMs: number }

/** Returns the studies of some days in the order in which they arrive, each with the time that reading it really takes. */
export function drawArrivals(seed: number, days: number, studiesOfDay: number): Arrival[] {
  const random = makeRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: days * studiesOfDay }, (_, index) => {
    const at = start + Math.floor(index / studiesOfDay) * day + drawn(hours, random) * hour + random() * hour
    const [urgency, dueIn] = drawn(urgencies, random)
    const ofModality = [drawn(modalities, random)]
    const patientId = random() < 0.1 ? `patient ${Math.floor(random() * 500)}` : null
    const study = aStudy({ studyId: `${index}`, modalities: ofModality, urgency, dueAt: at + dueIn * hour, patientId })
    return { study, at, actualMs: study.minutes * Math.exp(0.5 * normal() - 0.125) * minute }
  }).toSorted((one, other) => one.at - other.at)
}

const shiftTimes = [
  ['07:00', '15:00'],
  ['09:00', '17:00'],
  ['13:00', '21:00'],
  ['21:00', '07:00'],
] as const // prettier-ignore

/** Returns doctors of whom each works on five or six days, in one of four shifts. */
export const drawReaders = (count: number): Reader[] =>
  Array.from({ length: count }, (_, index) => {
    const [from, to] = shiftTimes[index % shiftTimes.length] ?? shiftTimes[0]
    const shifts = weekdays.filter((_day, place) => (place + index) % 7 !== 0).map((weekday) => ({ weekday, from, to }))
    return aReader(`doctor ${index}`, { works: { presence: { timeZone: 'UTC', shifts, absences: [] }, availableDays: [] } })
  })

type Queued = OpenStudy & { actualMs: number }
type Desk = { spans: Span[]; place: number; freeAt: number; queue: Queued[] }

export type Outcome = {
  late: number
  /** The minutes that each doctor was given. */
  given: Map<string, number>
  /** Studies that waited for a doctor while an eligible one had nothing to read. */
  idled: number
}

/**
 * Plays days minute by minute: studies arrive and are dealt, those that nobody fits wait, and doctors read in their shifts: emergencies, then by
 * deadline. A study that is begun is finished, also after the shift.
 */
export function play(
  arrivals: readonly Arrival[],
  drawnReaders: readonly Reader[],
  deal: Dealer,
  ranking: Ranking | null = null,
): Outcome {
  const last = arrivals.at(-1)?.at ?? start
  const end = last + 2 * day
  const desks = new Map<string, Desk>(
    drawnReaders.map(({ doctorId, works }) => [
      doctorId,
      { spans: spansAtWork(works, { from: start, to: end }, 'UTC'), place: 0, freeAt: start, queue: [] },
    ]),
  )
  const studyOf = new Map(arrivals.map(({ study }) => [study.studyId, study]))
  const actualMs = new Map(arrivals.map((arrival) => [arrival.study.studyId, arrival.actualMs]))
  const outcome: Outcome = { late: 0, given: new Map(), idled: 0 }
  let readers = [...drawnReaders]
  let waiting: StudyToDeal[] = []

  function readUntil(desk: Desk, at: number): void {
    for (let span = desk.spans[desk.place]; span && desk.freeAt < at; span = desk.spans[desk.place]) {
      const from = Math.max(desk.freeAt, span.from)
      if (from >= span.to) desk.place += 1
      else if (from >= at) return
      else {
        const [next] = desk.queue
        if (!next) {
          desk.freeAt = Math.min(at, span.to)
          continue
        }
        desk.queue = desk.queue.slice(1)
        desk.freeAt = from + next.actualMs
        if (next.dueAt !== null && desk.freeAt > next.dueAt) outcome.late += 1
      }
    }
  }

  const withOpen = () => readers.map((reader) => ({ ...reader, open: desks.get(reader.doctorId)?.queue ?? [] }))

  /** Takes the studies that should be dealt again from their doctors, as the worker does. */
  function dealAgain(rank: Ranking, now: number): void {
    const held = [...desks].flatMap(([doctorId, { queue }]) =>
      queue.flatMap(({ studyId }) => {
        const study = studyOf.get(studyId)
        return study ? [{ ...study, doctorId, doctorIds: [doctorId], isFree: true }] : []
      }),
    )
    for (const { study } of findMoves(rank, held, withOpen(), now)) {
      const desk = desks.get(study.doctorId)
      if (desk) desk.queue = desk.queue.filter(({ studyId }) => studyId !== study.studyId)
      waiting.push(study)
    }
  }

  let arrived = 0
  for (let now = start; now < end; now += minute) {
    for (const desk of desks.values()) readUntil(desk, now)
    for (let arrival = arrivals[arrived]; arrival && arrival.at <= now; arrival = arrivals[arrived]) {
      waiting.push(arrival.study)
      arrived += 1
    }
    if (ranking !== null && now % (15 * minute) === 0) dealAgain(ranking, now)
    if (waiting.length === 0) continue
    const left: StudyToDeal[] = []
    for (const study of waiting) {
      const present = withOpen()
      const dealt = deal(study, present, now)
      if (dealt.doctorId === null) {
        left.push(study)
        continue
      }
      const { doctorId } = dealt
      readers = afterDeal(present, study, dealt, now)
      const desk = desks.get(doctorId)
      if (desk === undefined) throw new Error('every doctor has a desk')
      const queued = { ...asOpen(study, doctorId), actualMs: actualMs.get(study.studyId) ?? 0 }
      desk.queue = withStudy(desk.queue, queued)
      outcome.given.set(doctorId, (outcome.given.get(doctorId) ?? 0) + queued.minutes)
    }
    waiting = left
    const isIdle = ({ queue, spans, place, freeAt }: Desk) => {
      const span = spans[place]
      return queue.length === 0 && freeAt <= now && span !== undefined && span.from <= now && now < span.to
    }
    if (waiting.length > 0 && [...desks.values()].some(isIdle)) outcome.idled += waiting.length
  }
  for (const desk of desks.values()) {
    readUntil(desk, end)
    outcome.late += desk.queue.length
  }
  return outcome
}

/** Jain's index of the minutes per shift: 1 is even. */
export function evenness({ given }: Outcome, readers: readonly Reader[]): number {
  const perShift = readers.map(({ doctorId, works }) => (given.get(doctorId) ?? 0) / (works.presence?.shifts.length ?? 1))
  const sum = perShift.reduce((total, one) => total + one, 0)
  return sum ** 2 / (perShift.length * perShift.reduce((total, one) => total + one ** 2, 0))
}
