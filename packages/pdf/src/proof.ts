import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ProcessEnded } from '@readroom/process/bounded-processes'
import type { PrintedReport } from '@readroom/report/printed-report'
import pLimit, { type LimitFunction } from 'p-limit'
import { createRenderer, NotPrintable } from './renderer.ts'

/** A white pixel. The room that a key image takes on the page is in the report. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Reports of 190,000 characters take half of the processor time. A busy machine gives it late, so the time on the clock is long. `waitMs`: a signature
 * waits for so long.
 */
export const proofLimits = { processes: 2, saved: 1, processorMs: 1_000, ms: 20_000, waitMs: 5_000 }
/** A text that failed is tried again after a while: the machine may have been out of memory. */
const failureMs = 60_000
const mostOutcomes = 2_000

const keyOf = (report: PrintedReport): string => createHash('sha256').update(JSON.stringify(report)).digest('base64')

type Outcomes = { get: (key: string) => boolean | null; add: (key: string, isPrintable: boolean) => void }

function createOutcomes(): Outcomes {
  const outcomes = new Map<string, { isPrintable: boolean; until: number }>()
  return {
    get(key) {
      const found = outcomes.get(key)
      return found && performance.now() < found.until ? found.isPrintable : null
    },
    add(key, isPrintable) {
      outcomes.set(key, { isPrintable, until: isPrintable ? Number.POSITIVE_INFINITY : performance.now() + failureMs })
      const [oldest] = outcomes.keys()
      if (outcomes.size > mostOutcomes && oldest !== undefined) outcomes.delete(oldest)
    },
  }
}

/** Returns functions that run the tasks of one owner one after the other. */
function createTurns(): (owner: string) => LimitFunction {
  const turns = new Map<string, LimitFunction>()
  return (owner) => {
    for (const [name, turn] of turns) if (turn.activeCount + turn.pendingCount === 0) turns.delete(name)
    const turn = turns.get(owner) ?? pLimit(1)
    turns.set(owner, turn)
    return turn
  }
}

export type Proofs = {
  /** Returns whether a report could be printed. Null: it was not tried, or is being tried. */
  outcomeOf: (report: PrintedReport) => boolean | null
  /** Tries the newest report of an owner when there is time. */
  tryLater: (owner: string, report: PrintedReport) => void
  /** Tries a report. Resolves after five seconds at most; without an outcome it is tried further. One report of each owner at a time. */
  tryNow: (owner: string, report: PrintedReport) => Promise<void>
  close: () => void
}

/** Prints reports before they are signed, in processes of their own, and remembers the outcomes. Give them back with `close`. */
export function createProofs({ waitMs } = proofLimits): Proofs {
  const renderer = createRenderer(proofLimits)
  const outcomes = createOutcomes()
  const trying = new Map<string, Promise<void>>()
  const turnOf = createTurns()
  const later = pLimit(proofLimits.saved)
  const newest = new Map<string, PrintedReport>()

  async function print(key: string, report: PrintedReport): Promise<void> {
    const pictures = new Map(report.parts.flatMap((part) => part.pictures.map(({ id }) => [id, pixel] as const)))
    try {
      await renderer.render({ report, signature: null, pictures, drawnAt: new Date(0) })
      outcomes.add(key, true)
    } catch (error) {
      if (error instanceof NotPrintable) outcomes.add(key, false)
      // A machine that is too busy says nothing about the report.
      else if (!(error instanceof ProcessEnded)) throw error
    }
  }

  function tryOnce(report: PrintedReport): Promise<void> {
    const key = keyOf(report)
    if (outcomes.get(key) !== null) return Promise.resolve()
    const attempt = trying.get(key) ?? print(key, report).finally(() => trying.delete(key))
    trying.set(key, attempt)
    return attempt
  }

  function tryLater(owner: string, report: PrintedReport): void {
    const isQueued = newest.has(owner)
    newest.set(owner, report)
    if (isQueued) return
    const attempt = later(async () => {
      const wanted = newest.get(owner)
      newest.delete(owner)
      if (wanted) await tryOnce(wanted)
    })
    // A signature tries it again, and tells its signer.
    attempt.catch(() => {})
  }

  return {
    outcomeOf: (report) => outcomes.get(keyOf(report)),
    tryLater,
    async tryNow(owner, report) {
      const over = new AbortController()
      const key = keyOf(report)
      if (outcomes.get(key) !== null) return
      const attempt =
        trying.get(key) ??
        turnOf(owner)(async () => {
          // Whoever asked has been told to ask again.
          if (over.signal.aborted) tryLater(owner, report)
          else await tryOnce(report)
        })
      attempt.catch(() => {})
      await Promise.race([attempt, delay(waitMs, null, { signal: over.signal, ref: false })]).finally(() => over.abort())
    },
    close: renderer.close,
  }
}
