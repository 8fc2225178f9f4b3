import { AppError } from '@readroom/contracts/core/errors'

/** A session, share link or FHIR client that asks for images. */
export type ImageReader = {
  /** The same for all requests of one session, share link or client. */
  key: string
  address: string
  /** Address, cookie and authorization of the request, as one text. */
  credentials: string
  /** A share link or a FHIR client: not an account of this portal. */
  isOutsider: boolean
  /** Returns true for a session that has a report open for writing. Asked only if the archive is busy. */
  hasOpenReport: () => Promise<boolean>
}

export type SlotLimits = {
  /** The number of answers that the archive gives at the same time. Fewer than its connections, which short questions need too. */
  all: number
  /** Of these, kept for sessions with an open report. */
  reserved: number
  /** The number for all outsiders together. */
  outsiders: number
  perReader: number
  /** Requests of one reader that wait. A viewer asks for a hundred frames at once. */
  waitingPerReader: number
  waiting: number
  /** An account waits as long as it would for the archive itself. */
  outsiderWaitMs: number
}

export const slotLimits: SlotLimits = {
  all: 12,
  reserved: 4,
  outsiders: 4,
  perReader: 8,
  waitingPerReader: 200,
  waiting: 2_000,
  outsiderWaitMs: 5_000,
}

type Waiting = { reader: ImageReader; isWriting: boolean; start: () => void }

export type ArchiveSlots = ReturnType<typeof createArchiveSlots>

/**
 * Shares the archive's answers among those who ask: the reader with the fewest gets the next one, outsiders have a part only, and sessions with
 * an open report have a reserve (docs/decisions/core/shared-pools.md).
 */
export function createArchiveSlots(limits: SlotLimits = slotLimits) {
  const taken = new Map<string, number>()
  let inUse = 0
  let byOutsiders = 0
  let waiting: Waiting[] = []

  const countOf = ({ key }: ImageReader) => taken.get(key) ?? 0
  const isFull = () => inUse >= limits.all - limits.reserved

  function mayStart({ reader, isWriting }: Waiting): boolean {
    if (countOf(reader) >= limits.perReader) return false
    if (reader.isOutsider) return byOutsiders < limits.outsiders && !isFull()
    return isWriting ? inUse < limits.all : !isFull()
  }

  function count(reader: ImageReader, change: 1 | -1): void {
    inUse += change
    if (reader.isOutsider) byOutsiders += change
    const left = countOf(reader) + change
    if (left === 0) taken.delete(reader.key)
    else taken.set(reader.key, left)
  }

  /** Starts those who may, in the order of arrival among readers who have as many. */
  function startNext(): void {
    for (;;) {
      const [first, ...others] = waiting.filter(mayStart)
      if (!first) return
      const next = others.reduce((best, each) => (countOf(each.reader) < countOf(best.reader) ? each : best), first)
      waiting = waiting.filter((each) => each !== next)
      count(next.reader, 1)
      next.start()
    }
  }

  function releaseOnce(reader: ImageReader): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      count(reader, -1)
      startNext()
    }
  }

  async function learnIfWriting(entry: Waiting): Promise<void> {
    if (entry.reader.isOutsider) return
    entry.isWriting = await entry.reader.hasOpenReport().catch(() => false)
    if (entry.isWriting) startNext()
  }

  function wait(reader: ImageReader, signal: AbortSignal): Promise<void> {
    const ofReader = waiting.filter((each) => each.reader.key === reader.key).length
    if (waiting.length >= limits.waiting || ofReader >= limits.waitingPerReader) throw new AppError('ARCHIVE_BUSY')
    return new Promise((resolve, reject) => {
      const isLate = reader.isOutsider ? AbortSignal.timeout(limits.outsiderWaitMs) : null
      const ending = isLate ? AbortSignal.any([signal, isLate]) : signal
      const leave = () => {
        waiting = waiting.filter((each) => each !== entry)
        reject(signal.aborted ? signal.reason : new AppError('ARCHIVE_BUSY'))
      }
      const start = () => {
        ending.removeEventListener('abort', leave)
        resolve()
      }
      const entry: Waiting = { reader, isWriting: false, start }
      ending.addEventListener('abort', leave, { once: true })
      waiting.push(entry)
      void learnIfWriting(entry)
    })
  }

  /** Returns true if a reader without an open report would get a slot now. */
  const hasOne = (reader: ImageReader): boolean => mayStart({ reader, isWriting: false, start: () => {} })

  return {
    hasOne,
    /** Waits for a slot and returns its release, which may be called more than once. Throws ARCHIVE_BUSY, or the reason of an aborted signal. */
    async enter(reader: ImageReader, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (hasOne(reader)) count(reader, 1)
      else await wait(reader, signal)
      return releaseOnce(reader)
    },
  }
}
