import { type OpenStudy, withStudy } from '../../studies/assignments/expected-reading.ts'
import type { Span } from '../../studies/assignments/presence-times.ts'

/** A reader at work in the model of the simulation. */
export type ReadingQueue = {
  /** Adds a study at an instant, which must not be before those of earlier calls. */
  add: (study: OpenStudy, at: number) => void
  /** Has the reader read until an instant. */
  readUntil: (at: number) => void
  /** Returns the studies that are not read, in the order in which they are. */
  open: () => readonly OpenStudy[]
}

const minuteMs = 60_000

/**
 * Returns a reader who reads one study after the other, in reading order, in the times on duty, each in its expected minutes. A study that
 * is begun is not put aside, and goes on in the next shift. `onRead` hears of each study as it is finished.
 */
export function makeReadingQueue(onDuty: readonly Span[], onRead: (studyId: string, at: number) => void): ReadingQueue {
  let waiting: OpenStudy[] = []
  let current: { study: OpenStudy; leftMs: number } | null = null
  let shift = 0
  let now = Number.NEGATIVE_INFINITY

  function begin(): typeof current {
    const study = waiting.shift()
    return study ? { study, leftMs: study.ownMinutes * minuteMs } : null
  }

  /** Reads the current study until it is finished, the shift ends, or an instant. */
  function readOn(reading: NonNullable<typeof current>, span: Span, at: number): void {
    const start = Math.max(now, span.from)
    now = Math.min(start + reading.leftMs, span.to, at)
    reading.leftMs -= Math.max(0, now - start)
    if (reading.leftMs > 0) return
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
      waiting = withStudy(waiting, study)
    },
    open: () => (current === null ? waiting : [current.study, ...waiting]),
  }
}
