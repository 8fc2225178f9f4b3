/**
 * Collects items and hands them over together: the first after `delayMs`, later ones no sooner than `intervalMs` after the
 * run before, and never two runs at a time.
 */
export function createCoalescer<T>(
  run: (items: T[]) => Promise<void>,
  { delayMs, intervalMs }: { delayMs: number; intervalMs: number },
) {
  let items: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let lastRun = Number.NEGATIVE_INFINITY

  function schedule() {
    if (timer !== undefined || running || items.length === 0) return
    timer = setTimeout(() => void flush(), Math.max(delayMs, lastRun + intervalMs - Date.now()))
  }
  async function flush() {
    timer = undefined
    const batch = items
    items = []
    running = true
    lastRun = Date.now()
    try {
      await run(batch)
    } finally {
      running = false
      schedule()
    }
  }
  return {
    push(item: T) {
      items.push(item)
      schedule()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      items = []
    },
  }
}
