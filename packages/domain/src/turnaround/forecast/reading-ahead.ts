import type { Priority } from '@readroom/contracts/core/primitives'
import { inReadingOrder } from '../../studies/assignments/expected-reading.ts'
import { joinSpans, type Span } from '../../studies/assignments/presence-times.ts'
import { clip, instantIn, workIn } from '../../studies/assignments/reader-shifts.ts'

/** A study that somebody has to read. Instants are in milliseconds since 1970. */
export type Job = {
  urgency: Priority
  /** Null: no deadline. */
  dueAt: number | null
  minutes: number
  /** From when it can be read. */
  readyAt: number
  /** The doctors who read it. */
  readerIds: readonly string[]
}

export type Desk = { doctorId: string; on: readonly Span[] }

/** A job that is read. `by`: who finishes it. */
export type Reading = { at: number; by: string }

const minuteMs = 60_000

type Left<J> = { job: J; urgency: Priority; dueAt: number | null; leftMs: number }

/**
 * Returns when jobs are read, hour by hour: those that are ready in the order of the worklist, each by the doctor who reads it and has the most time
 * left in the hour. A job that the hour is too short for goes on in the next one. Jobs that are not read are missing.
 */
export function readAhead<J extends Job>(jobs: readonly J[], desks: readonly Desk[], hours: readonly Span[]): Map<J, Reading> {
  const read = new Map<J, Reading>()
  const coming = jobs.toSorted((one, other) => one.readyAt - other.readyAt)
  const inOrder = desks.toSorted((one, other) => (one.doctorId < other.doctorId ? -1 : 1))
  let place = 0
  let waiting: Left<J>[] = []
  for (const { from, to } of hours) {
    for (let job = coming[place]; job && job.readyAt <= from; job = coming[place]) {
      waiting.push({ job, urgency: job.urgency, dueAt: job.dueAt, leftMs: job.minutes * minuteMs })
      place += 1
    }
    const present = inOrder.flatMap(({ doctorId, on }) => {
      const spans = joinSpans(clip(on, from, to))
      const ms = workIn(spans)
      return ms === 0 ? [] : [{ doctorId, spans, ms, leftMs: ms }]
    })
    const still: Left<J>[] = []
    for (const study of inReadingOrder(waiting)) {
      const able = present.filter(({ doctorId, leftMs }) => leftMs > 0 && study.job.readerIds.includes(doctorId))
      const desk = able.reduce<(typeof able)[number] | null>(
        (best, one) => (best && best.leftMs >= one.leftMs ? best : one),
        null,
      )
      if (desk === null) {
        still.push(study)
        continue
      }
      const ms = Math.min(study.leftMs, desk.leftMs)
      desk.leftMs -= ms
      if (ms < study.leftMs) still.push({ ...study, leftMs: study.leftMs - ms })
      else read.set(study.job, { at: instantIn(desk.spans, desk.ms - desk.leftMs) ?? to, by: desk.doctorId })
    }
    waiting = still
  }
  return read
}
