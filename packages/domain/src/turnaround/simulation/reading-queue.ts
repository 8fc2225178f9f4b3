import type { Span } from '../../studies/assignments/presence-times.ts'

/** A study in a reader's queue. Instants are in milliseconds since 1970. */
export type QueuedStudy = {
  studyId: string
  /** Null: none. */
  dueAt: number | null
  minutes: number
  isStat: boolean
  patientId: string | null
}

/** A reader at work in the model of the simulation. */
export type ReadingQueue = {
  /** Adds a study at an instant, which must not be before those of earlier calls. */
  add: (study: QueuedStudy, at: number) => void
  /** Has the reader read until an instant. */
  readUntil: (at: number) => void
  openMinutes: () => number
  openStat: () => number
  hasPatient: (patientId: string) => boolean
}

const minuteMs = 60_000
const deadlineOf = ({ dueAt }: QueuedStudy) => dueAt ?? Number.POSITIVE_INFINITY

/**
 * Returns a reader who reads one study after the other, the earliest deadline first, in the times on duty, each in its expected minutes. A study that
 * is begun is not put aside, and goes on in the next shift. `onRead` hears of each study as it is finished.
 */
export function makeReadingQueue(onDuty: readonly Span[], onRead: (studyId: string, at: number) => void): ReadingQueue {
  const waiting: QueuedStudy[] = []
  const patients = new Map<string, number>()
  let current: { study: QueuedStudy; leftMs: number } | null = null
  let openMinutes = 0
  let openStat = 0
  let shift = 0
  let now = Number.NEGATIVE_INFINITY

  function count({ minutes, isStat, patientId }: QueuedStudy, by: 1 | -1): void {
    openMinutes += by * minutes
    if (isStat) openStat += by
    if (patientId === null) return
    const left = (patients.get(patientId) ?? 0) + by
    if (left === 0) patients.delete(patientId)
    else patients.set(patientId, left)
  }

  function begin(): typeof current {
    const study = waiting.shift()
    return study ? { study, leftMs: study.minutes * minuteMs } : null
  }

  /** Reads the current study until it is finished, the shift ends, or an instant. */
  function readOn(reading: NonNullable<typeof current>, span: Span, at: number): void {
    const start = Math.max(now, span.from)
    now = Math.min(start + reading.leftMs, span.to, at)
    reading.leftMs -= Math.max(0, now - start)
    if (reading.leftMs > 0) return
    count(reading.study, -1)
    onRead(reading.study.studyId, now)
    current = null
  }

  function readUntil(at: number): void {
    while (now < at) {
      const span = onDuty[shift]
      current ??= begin()
      if (!span || !current || span.from >= at) now = at
      else if (span.to <= now) shift += 1
      else readOn(current, span, at)
    }
  }

  return {
    readUntil,
    add(study, at) {
      readUntil(at)
      count(study, 1)
      const place = waiting.findIndex((other) => deadlineOf(other) > deadlineOf(study))
      waiting.splice(place === -1 ? waiting.length : place, 0, study)
    },
    openMinutes: () => openMinutes,
    openStat: () => openStat,
    hasPatient: (patientId) => patients.has(patientId),
  }
}
