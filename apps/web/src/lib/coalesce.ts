/** How often the interval is doubled at most after failures. */
const maxDoublings = 5

/**
 * Collects items and passes them on in batches: the first after `delayMs`, later ones at least `intervalMs` after the previous run. Runs never overlap.
 * A failed run is repeated with its items, and the pause doubles each time.
 */
export function createCoalescer<T>(
  run: (items: T[]) => Promise<void>,
  { delayMs, intervalMs }: { delayMs: number; intervalMs: number },
) {
  let items: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false
  let failures = 0
  let lastRun = Number.NEGATIVE_INFINITY

  function schedule() {
    if (timer !== undefined || running || items.length === 0) return
    const pause = intervalMs * 2 ** Math.min(failures, maxDoublings)
    timer = setTimeout(() => void flush(), Math.max(delayMs, lastRun + pause - Date.now()))
  }
  async function flush() {
    timer = undefined
    const batch = items
    items = []
    running = true
    lastRun = Date.now()
    try {
      await run(batch)
      failures = 0
    } catch {
      failures += 1
      if (!stopped) items = [...batch, ...items]
    }
    running = false
    schedule()
  }
  return {
    push(item: T) {
      items.push(item)
      schedule()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      timer = undefined
      items = []
    },
  }
}
