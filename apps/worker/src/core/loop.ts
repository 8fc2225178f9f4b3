import { setTimeout as delay } from 'node:timers/promises'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { Logger } from 'pino'

const LONGEST_PAUSE_MS = 15_000
const PATIENCE_MS = 120_000

type LoopOptions = {
  name: string
  log: Logger
  heartbeats: Heartbeats
  /** Milliseconds that a round may take, left out 120,000: one that takes longer hangs. */
  patienceMs?: number
  /** Does one round; returns how many milliseconds to wait before the next. */
  round: (signal: AbortSignal) => Promise<number>
  /** Ends a wait early when it resolves; never rejects. `signal` says that nobody waits any more. */
  wake?: (signal: AbortSignal) => Promise<void>
}

export type Loop = { stop: () => Promise<void> }

/**
 * Repeats a round until stopped. A round that fails is repeated after a pause that doubles up to 15 s;
 * the log hears when that begins and when it ends. Also a round that fails is a sign of life: only one that does not end is none. Stopping lets the round in hand finish.
 */
export function startLoop({ name, log, heartbeats, patienceMs = PATIENCE_MS, round, wake }: LoopOptions): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  async function tryRound(): Promise<number> {
    try {
      const pause = await round(signal)
      if (failures > 0) log.info({ loop: name, failures }, 'works again')
      failures = 0
      return pause
    } catch (error) {
      if (failures === 0 && !signal.aborted) log.error({ loop: name, err: error }, 'fails; it will be repeated')
      failures += 1
      return Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(failures, 10))
    }
  }

  async function rest(ms: number): Promise<void> {
    const resting = new AbortController()
    const end = () => resting.abort()
    signal.addEventListener('abort', end)
    const woken = wake && failures === 0 ? [wake(resting.signal)] : []
    await Promise.race([delay(ms, undefined, { signal: resting.signal }).catch(() => {}), ...woken])
    signal.removeEventListener('abort', end)
    end()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      heartbeats.beat(name, patienceMs)
      const pause = await tryRound()
      heartbeats.beat(name, pause + patienceMs)
      if (pause > 0 && !signal.aborted) await rest(pause)
    }
    heartbeats.end(name)
  }

  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
